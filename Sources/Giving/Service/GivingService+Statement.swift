public import DatabaseKit
import MoneyKit
import PaymentCore
public import TimeKit

extension GivingService {
    /// Returns a donor's statement for a year. Each gift is dated in the time zone that the organization had
    /// at the time of the gift.
    ///
    /// The gifts are read page by page, within one snapshot.
    ///
    /// - Parameters:
    ///   - organization: The organization's id or alias.
    ///   - donor: The donor.
    ///   - year: The year in the organization's time zone.
    /// - Throws: ``GivingError`` or ``DirectoryError`` if the donor or the organization does not exist;
    ///   `MoneyError` if the amounts cannot be added.
    public func statement(to organization: String, of donor: DonorName, year: Int) async throws -> Statement {
        let now = clock.now()
        return try await database.read { transaction in
            let organization = try transaction.existingOrganization(by: organization)
            return try transaction.statement(
                to: organization, of: transaction.donor(donor).id, year: year, at: now)
        }
    }
}

extension Transaction {
    /// Returns a donor's statement for a year.
    ///
    /// If a gift was paid before its month was closed, its line shows the gift as it was when the month was
    /// closed. Each later change has a separate line, with the date of the change. The heading comes from the
    /// receipt for the newest line.
    public func statement(to organization: Organization, of donor: String, year: Int, at time: Timestamp)
        throws -> Statement
    {
        let (lines, name) = try statementLines(to: organization, of: donor, year: year)
        // When the last month of a year is closed, the statement is dated at that time.
        var issued = time
        if let last = CalendarMonth.last(of: year), organization.hasClosed(last.first) {
            issued = try closedMonth(of: organization.id, from: last)?.closed ?? time
        }
        let newest = lines.max { ($0.day, $0.paidAt, $0.gift) < ($1.day, $1.paidAt, $1.gift) }
        let paper = try newest.flatMap { try receipt(of: $0) }
        return try Statement(
            lines, to: organization, issuer: paper?.issuer, donorName: name ?? self.donor(donor)?.email ?? "",
            year: year, at: issued)
    }

    /// Returns the lines of a donor's statement for a year, in no particular order, and the name that the
    /// donor entered with the newest gift of any year.
    func statementLines(to organization: Organization, of donor: String, year: Int) throws
        -> (lines: [StatementLine], name: String?)
    {
        var lines: [StatementLine] = []
        var name: String?
        let late = try lateChanges(of: organization.id, donor: donor)
        let lateByGift = Dictionary(grouping: late, by: \.gift)
        try forEachGift(GiftQuery(organization: organization.id, donor: donor)) { gift in
            name = name ?? gift.giver?.name
            guard gift.day.year == year else { return }
            let late = lateByGift[gift.id] ?? []
            if let line = try statementLine(of: gift, to: organization, late: late) { lines.append(line) }
        }
        lines += try late.compactMap(StatementLine.init).filter { $0.day.year == year }
        return (lines, name)
    }

    /// Returns the receipt for a statement line. If the line has no receipt number, returns the gift's last
    /// receipt that was issued at or before the time of the line. If there is no such receipt, returns the
    /// gift's first receipt.
    private func receipt(of line: StatementLine) throws -> Receipt? {
        if let number = line.receiptNumber.flatMap({ ReceiptNumber($0) }) { return try receipt(number) }
        let receipts = try receipts(ofGift: line.gift)
        // The processor's time of a payment is a few seconds earlier than the time of its receipt.
        return receipts.last { $0.issued <= line.paidAt } ?? receipts.first
    }
}

extension GivingService {
    /// Returns the statements of all donors to an organization for a year, newest donor first. Donors whose
    /// statement for that year has no lines are skipped.
    ///
    /// - Parameters:
    ///   - organization: The organization's id or alias.
    ///   - year: The year in the organization's time zone.
    ///   - donor: The id of the last donor on the previous page, or nil to start with the newest donor.
    ///   - limit: The maximum number of statements.
    /// - Throws: The errors of ``statement(to:of:year:)``.
    public func statements(
        to organization: String, year: Int, after donor: String? = nil, limit: Int = .max
    ) async throws -> [(donor: String, statement: Statement)] {
        var statements: [(donor: String, statement: Statement)] = []
        var cursor = donor
        while true {
            let donors = try await database.read { [cursor] transaction in
                let organization = try transaction.existingOrganization(by: organization)
                return try transaction.donors(organization: organization.id, after: cursor, limit: 200)
            }
            guard let last = donors.last else { return statements }
            for donor in donors {
                guard statements.count < limit else { return statements }
                let statement = try await statement(to: organization, of: .id(donor.id), year: year)
                if !statement.lines.isEmpty { statements.append((donor.id, statement)) }
            }
            cursor = last.id
        }
    }
}

/// A donor's id or e-mail address.
public enum DonorName: Hashable, Sendable {
    /// The donor's id, `donor_…`.
    case id(String)
    /// The donor's e-mail address, compared case-insensitively.
    case email(String)

    /// Creates the value from typed text. Text with an `@` is an e-mail address; any other text is an id.
    public init(_ typed: String) { self = typed.contains("@") ? .email(typed) : .id(typed) }
}

extension Transaction {
    /// Returns the donor with this id or address.
    ///
    /// - Throws: ``DirectoryError`` or ``GivingError`` if the donor does not exist or the address is invalid.
    public func donor(_ name: DonorName) throws -> Donor {
        switch name {
        case .id(let id): return try existingDonor(id)
        case .email(let text):
            guard let address = EmailAddress(text) else { throw GivingError.invalidEmail(text) }
            guard let donor = try donor(email: address) else {
                throw GivingError(.notFound, "donor with this address")
            }
            return donor
        }
    }
}

extension Transaction {
    /// Calls a closure for each gift that matches a query, newest first. The gifts are read page by page.
    func forEachGift(_ query: GiftQuery, _ body: (Gift) throws -> Void) throws {
        var query = query
        query.limit = 200
        while case let page = try gifts(query), let last = page.last {
            for gift in page { try body(gift) }
            query.after = last.id
        }
    }
}
