public import DatabaseKit
public import TimeKit

/// Functions that add and change organizations in a transaction, and enforce the rules for organizations.
extension Transaction {
    /// Adds an organization.
    ///
    /// - Throws: ``DirectoryError``. The code is `taken` if, ignoring case, the id is already an
    ///   organization's id or alias.
    public func addOrganization(
        _ id: String, _ fields: OrganizationFields, at time: Timestamp
    ) throws -> Organization {
        let organization = try Organization.make(id: id, fields, at: time)
        if let holder = try self.organization(holdingName: id) {
            throw DirectoryError(
                .init(
                    .taken, .id, "\(id.quoted) is taken",
                    reason: holder.id.lowercased() == id.lowercased()
                        ? "the organization \(holder.id) already exists"
                        : "the id is an alias of \(holder.id)",
                    remedy: "Choose another id."))
        }
        try save(organization)
        return organization
    }

    /// Changes an organization's settings, effective from `time`.
    ///
    /// Documents that were issued earlier keep their content, and past events keep their dates.
    ///
    /// - Throws: ``DirectoryError``, as for ``Organization/changed(by:)``. In addition, the code is
    ///   `notFound` if the organization does not exist, `outOfRange` if the time zone has already been
    ///   changed ``Organization/mostEarlierTimeZones`` times, or `wrongState` if the current day, in the new
    ///   time zone, belongs to a closed month.
    public func editOrganization(_ id: String, _ fields: OrganizationFields, at time: Timestamp) throws
        -> Organization
    {
        let before = try existingOrganization(id)
        let organization = try before.changed(by: fields)
        let zones = before.earlierTimeZones?.count ?? 0
        if organization.timeZone != before.timeZone, zones >= Organization.mostEarlierTimeZones {
            throw DirectoryError(
                .init(
                    .outOfRange, .timeZone,
                    "the time zone of \(organization.id) cannot be changed again",
                    reason: "an organization can change its time zone at most \(zones) times",
                    remedy: "Keep the current time zone."))
        }
        let today = organization.currentCalendar.date(of: time)
        if organization.timeZone != before.timeZone, organization.hasClosed(today) {
            throw DirectoryError(
                .init(
                    .wrongState, .timeZone,
                    "the time zone cannot be changed to \(organization.timeZone) yet",
                    reason:
                        "in that time zone, the date is still \(today.iso8601), "
                        + "which is in a month whose books are closed",
                    remedy: "Change the time zone after the next month has begun in that time zone."))
        }
        try save(organization, replacing: before, at: time)
        if organization.timeZone != before.timeZone { try markMonthlyGifts(ofOrganization: organization.id) }
        return try existingOrganization(id)
    }

    /// Sets whether an organization is active, suspended or closed.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`.
    public func setStatus(
        _ status: Organization.Status, ofOrganization id: String, at time: Timestamp
    ) throws -> Organization {
        let before = try existingOrganization(id)
        var organization = before
        organization.status = status
        try save(organization, replacing: before, at: time)
        return organization
    }

    /// Adds an alias to an organization. Adding the same alias again has no effect.
    ///
    /// - Throws: ``DirectoryError``. The code is `taken` if, ignoring case, the alias is already an
    ///   organization's id or alias.
    public func addAlias(_ alias: String, to id: String) throws -> Organization {
        var organization = try existingOrganization(id)
        if organization.aliases.contains(where: { $0.utf8.elementsEqual(alias.utf8) }) { return organization }
        var check = FieldCheck()
        check.alias(alias)
        if let holder = try self.organization(holdingName: alias) {
            check.refuse(
                .taken, .alias, "\(alias.quoted) is taken",
                reason: "the name is already used by \(holder.id)", remedy: "Choose another name.")
        }
        if organization.aliases.count >= Organization.mostAliases {
            check.refuse(
                .outOfRange, .alias, "\(organization.id) already has \(Organization.mostAliases) aliases",
                remedy: "Remove an alias first.")
        }
        organization.aliases.append(try check.passed(alias))
        try save(organization)
        return organization
    }

    /// Removes an alias from an organization. URLs with this alias no longer work after the removal.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`.
    public func removeAlias(_ alias: String, from id: String) throws -> Organization {
        var organization = try existingOrganization(id)
        guard let index = organization.aliases.firstIndex(where: { $0.utf8.elementsEqual(alias.utf8) }) else {
            throw DirectoryError(
                .init(
                    .notFound, .alias,
                    "\(organization.id) has no alias \(alias.quoted)",
                    reason: "an alias must match exactly, including upper and lower case",
                    remedy: "Check the organization's list of aliases."))
        }
        organization.aliases.remove(at: index)
        try save(organization)
        return organization
    }

    /// Returns the organization with this id.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`.
    public func existingOrganization(_ id: String) throws -> Organization {
        if let organization = try organization(id) { return organization }
        throw DirectoryError(
            .init(
                .notFound, .organization, "there is no organization \(id.quoted)",
                remedy: "Check the list of organizations, or add this organization."))
    }
}

extension Organization {
    /// The maximum number of aliases that an organization can have.
    static let mostAliases = 50
    /// The maximum number of times that an organization can change its time zone.
    static let mostEarlierTimeZones = 100
}
