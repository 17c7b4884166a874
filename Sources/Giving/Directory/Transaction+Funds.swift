public import DatabaseKit
public import TimeKit

/// Functions that add, change and close funds in a transaction, and check the rules for funds.
extension Transaction {
    /// Adds a fund. The fund becomes the default fund if the organization has none.
    ///
    /// - Throws: ``DirectoryError``.
    public func addFund(
        _ id: String, name: String, to organization: String, offersOneTime: Bool = true,
        offersMonthly: Bool = true, at time: Timestamp
    ) throws -> Fund {
        let before = try existingOrganization(organization)
        var organization = before
        var check = FieldCheck()
        check.fundID(id)
        let name = check.name(name, of: "a fund")
        if !offersOneTime && !offersMonthly {
            check.refuse(
                .wrongState, .fund, "a fund must accept one-time gifts, monthly gifts or both",
                remedy: "Select one-time gifts, monthly gifts or both.")
        }
        if try fund(id, of: organization.id) != nil {
            check.refuse(
                .taken, .id,
                "\(organization.id) already has a fund \(id.quoted)",
                remedy: "Choose another id.")
        }
        if try funds(of: organization.id, limit: Fund.mostPerOrganization).count >= Fund.mostPerOrganization {
            check.refuse(
                .outOfRange, .fund,
                "\(organization.id) already has \(Fund.mostPerOrganization) funds",
                remedy: "Rename or reopen one of these funds instead.")
        }
        let fund = try check.passed(
            Fund(
                id: id, organization: organization.id, name: name, isOpen: true,
                offersOneTime: offersOneTime, offersMonthly: offersMonthly, created: time))
        try save(fund)
        if organization.defaultFund == nil {
            organization.defaultFund = id
            try save(organization, replacing: before, at: time)
        }
        return fund
    }

    /// Closes a fund, so that it no longer accepts gifts. A gift to a closed fund is refused, never
    /// redirected to another fund.
    ///
    /// If the last open fund is closed, the organization cannot receive gifts until a fund is opened again.
    ///
    /// - Parameter successor: The new default fund. A successor is required if this fund is the default and
    ///   other funds are open.
    /// - Throws: ``DirectoryError`` with code `notFound`, or `wrongState` if a successor is required or the
    ///   successor is closed.
    public func closeFund(
        _ id: String, of organization: String, successor: String? = nil, at time: Timestamp
    ) throws -> Fund {
        let before = try existingOrganization(organization)
        var organization = before
        let earlier = try existingFund(id, of: organization)
        var fund = earlier
        if let successor {
            organization.defaultFund = try openFund(successor, of: organization, otherThan: id).id
        } else if organization.defaultFund == id {
            let others = try funds(of: organization.id, limit: Fund.mostPerOrganization)
                .filter { $0.isOpen && $0.id != id }
            guard others.isEmpty else {
                throw DirectoryError(
                    .init(
                        .wrongState, .defaultFund,
                        "\(id.quoted) is the default fund",
                        reason: "another open fund (such as "
                            + others.prefix(5).map(\.id).joined(separator: ", ")
                            + ") must become the default first",
                        remedy: "Specify the new default fund."))
            }
            organization.defaultFund = nil
        }
        fund.isOpen = false
        try save(fund, replacing: earlier, at: time)
        try save(organization, replacing: before, at: time)
        return fund
    }

    /// Reopens a fund. The fund becomes the default fund if the organization has none.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`.
    public func reopenFund(_ id: String, of organization: String, at time: Timestamp) throws -> Fund {
        let before = try existingOrganization(organization)
        var organization = before
        let earlier = try existingFund(id, of: organization)
        var fund = earlier
        fund.isOpen = true
        try save(fund, replacing: earlier, at: time)
        if organization.defaultFund == nil {
            organization.defaultFund = id
            try save(organization, replacing: before, at: time)
        }
        return fund
    }

    /// Renames a fund. Receipts that were already issued keep the earlier name.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`, or `malformed` for an invalid name.
    public func renameFund(
        _ id: String, of organization: String, to name: String, at time: Timestamp
    ) throws -> Fund {
        let before = try existingFund(id, of: existingOrganization(organization))
        var fund = before
        var check = FieldCheck()
        fund.name = check.name(name, of: "a fund")
        fund = try check.passed(fund)
        try save(fund, replacing: before, at: time)
        return fund
    }

    /// Sets the fund that receives gifts for which no fund is specified.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`, or `wrongState` if the fund is closed.
    public func setDefaultFund(_ id: String, of organization: String, at time: Timestamp) throws
        -> Organization
    {
        let before = try existingOrganization(organization)
        var organization = before
        organization.defaultFund = try openFund(id, of: organization, otherThan: nil).id
        try save(organization, replacing: before, at: time)
        return organization
    }

    /// Returns the fund with this id.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`. The error suggests the ids of some existing funds.
    public func existingFund(_ id: String, of organization: Organization) throws -> Fund {
        if let fund = try fund(id, of: organization.id) { return fund }
        let funds = try funds(of: organization.id, limit: 6).map(\.id)
        throw DirectoryError(
            .init(
                .notFound, .fund, "\(organization.id) has no fund \(id.quoted)",
                reason: funds.isEmpty
                    ? "the organization has no funds"
                    : "the organization's funds: " + funds.joined(separator: ", "),
                remedy: "Use one of the organization's funds, or add this fund."))
    }

    private func openFund(_ id: String, of organization: Organization, otherThan closing: String?) throws
        -> Fund
    {
        let fund = try existingFund(id, of: organization)
        if fund.isOpen && id != closing { return fund }
        throw DirectoryError(
            .init(
                .wrongState, .defaultFund,
                "the fund \(id.quoted) is \(id == closing ? "being closed" : "closed")",
                reason: "only an open fund can be the default fund",
                remedy: "Choose another fund."))
    }
}

extension Fund {
    /// The maximum number of funds that an organization can have, including closed funds.
    public static let mostPerOrganization = 200
}
