public import DatabaseKit

extension Transaction {
    /// Inserts or updates an organization with its aliases.
    public func save(_ organization: Organization) throws {
        changed(organization.id, of: organization.id)
        try run(
            """
            INSERT INTO organization (id, body) VALUES (?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [organization.id.caseKey, document(organization)])
        let registered = try all(
            "SELECT alias FROM organization_alias WHERE organization = ? LIMIT ?",
            [organization.id.caseKey, Organization.mostAliases]
        ).map { $0["alias"] as String }
        guard registered.sorted() != organization.aliases.sorted() else { return }
        try run("DELETE FROM organization_alias WHERE organization = ?", [organization.id.caseKey])
        for alias in organization.aliases {
            try run(
                "INSERT INTO organization_alias (alias, organization) VALUES (?, ?)",
                [alias, organization.id.caseKey])
        }
    }

    /// Returns the organization with this id, or nil. ASCII case is ignored.
    public func organization(_ id: String) throws -> Organization? {
        try firstCached("SELECT body FROM organization WHERE id = ?", [id.caseKey])
    }

    /// Returns the organization with exactly this alias, compared byte by byte, or nil.
    public func organization(alias: String) throws -> Organization? {
        try firstCached(
            """
            SELECT body FROM organization_alias JOIN organization ON organization.id = organization
            WHERE alias = ?
            """, [alias])
    }

    /// Returns the organization whose id or alias equals this name, ignoring ASCII case, or nil.
    public func organization(holdingName name: String) throws -> Organization? {
        if let organization = try organization(name) { return organization }
        return try firstCached(
            """
            SELECT body FROM organization_alias JOIN organization ON organization.id = organization
            WHERE lower(alias) = ?
            """, [name.caseKey])
    }

    /// Returns a page of organizations after a given id, sorted case-insensitively by id.
    public func organizations(after id: String?, limit: Int) throws -> [Organization] {
        try all(
            "SELECT body FROM organization WHERE id > ? ORDER BY id LIMIT ?",
            [id?.caseKey ?? "", limit])
    }

    /// Inserts or updates a fund.
    public func save(_ fund: Fund) throws {
        changed("\(fund.organization)/\(fund.id)", of: fund.organization)
        try run(
            """
            INSERT INTO fund (organization, id, body) VALUES (?, ?, ?)
            ON CONFLICT (organization, id) DO UPDATE SET body = excluded.body
            """, [fund.organization.caseKey, fund.id, document(fund)])
    }

    /// Adds a setting change to an organization's history.
    public func append(_ change: SettingChange) throws {
        try run(
            """
            INSERT INTO setting_change (organization, number, body) VALUES (?, ?, ?)
            """,
            [
                change.organization, settingChangeCount(of: change.organization) + 1,
                document(change),
            ])
    }

    /// Returns the number of changes in an organization's history.
    public func settingChangeCount(of organization: String) throws -> Int {
        try value(
            "SELECT number FROM setting_change WHERE organization = ? ORDER BY number DESC LIMIT 1",
            [organization]) ?? 0
    }

    /// Returns the changes to an organization's settings, newest first.
    ///
    /// - Parameter skipped: The number of newest changes to skip.
    public func settingChanges(of organization: String, skipping skipped: Int, limit: Int) throws
        -> [SettingChange]
    {
        try all(
            """
            SELECT body FROM setting_change WHERE organization = ? ORDER BY number DESC LIMIT ? OFFSET ?
            """, [organization, limit, skipped])
    }

    /// Returns the fund with exactly this id, or nil. Fund ids are compared byte by byte.
    ///
    /// - Parameter organization: The organization's id. ASCII case is ignored.
    public func fund(_ id: String, of organization: String) throws -> Fund? {
        try firstCached(
            "SELECT body FROM fund WHERE organization = ? AND id = ?", [organization.caseKey, id])
    }

    /// Returns an organization's funds, including closed funds, sorted by id. Numbers in ids are compared by
    /// value. An organization has at most ``Fund/mostPerOrganization`` funds.
    public func funds(of organization: String, limit: Int) throws -> [Fund] {
        try allCached(
            "SELECT body FROM fund WHERE organization = ? ORDER BY id LIMIT ?",
            [organization.caseKey, limit]
        ).sorted { Fund.isOrdered($0.id, before: $1.id) }
    }
}
