import DatabaseKit
import Giving
import MoneyKit
import PaymentCore
import StaffAccess
import TimeKit

/// A database transaction that can access the data of only one organization.
struct OrganizationUnit {
    let organization: Organization
    private let transaction: Transaction

    init(_ organization: Organization, _ transaction: Transaction) {
        self.organization = organization
        self.transaction = transaction
    }

    private var id: String { organization.id }

    // MARK: Gifts

    func gift(_ id: String) throws -> Gift? { try own(transaction.gift(id)) }
    func gift(payment: String) throws -> Gift? { try own(transaction.gift(payment: payment)) }
    func gift(intent: String) throws -> Gift? {
        try transaction.payment(intent: intent).flatMap { try gift(payment: $0.id) }
    }
    func gift(receipt number: String) throws -> Gift? {
        try ReceiptNumber(number).flatMap { try transaction.receipt($0) }.flatMap { try gift($0.gift) }
    }
    func gifts(beginning prefix: String, limit: Int) throws -> [Gift] {
        try transaction.gifts(beginning: prefix, limit: limit).compactMap { try gift($0) }
    }
    /// Returns the gifts to this organization that match a query. The organization in the query is ignored.
    func gifts(_ query: GiftQuery) throws -> [Gift] {
        var query = query
        query.organization = id
        return try transaction.gifts(query)
    }
    /// Returns the gifts that the lines of a payout refer to, keyed by payment id. Gifts to other
    /// organizations are omitted.
    func gifts(of match: PayoutMatch) throws -> [String: Gift] {
        try transaction.gifts(of: match).filter { $0.value.organization == id }
    }
    func giftCounts() throws -> [Gift.Status: Int] { try transaction.giftCounts(ofOrganization: id) }

    private func own(_ gift: Gift?) throws -> Gift? { gift?.organization == id ? gift : nil }

    /// Returns the net amount of a gift. Returns nil if the gift belongs to another organization or nothing
    /// was paid.
    func net(of gift: Gift, asClosed: Bool = false) throws -> Money? {
        try own(gift).flatMap { try transaction.net(of: $0, asClosed: asClosed) }
    }

    /// Returns a gift's receipt with the donor's address, or the reason that the receipt cannot be e-mailed.
    /// Returns nil if the organization has no gift with this id.
    func mailableReceipt(ofGift id: String) throws -> MailableReceipt? {
        try gift(id).map { try transaction.mailableReceipt(of: $0) }
    }

    /// Returns a gift as the exports of closed months show it: without changes that were made after the
    /// gift's month was closed.
    func asClosed(_ gift: Gift) throws -> Gift { try transaction.asClosed(gift, to: organization) }

    /// Returns a gift with all related records; nil if the organization has no gift with this id.
    func story(ofGift id: String) throws -> GiftStory? {
        guard let gift = try gift(id), let details = try transaction.details(ofGift: gift.id) else {
            return nil
        }
        let payment = details.payment?.id
        return GiftStory(
            details: details, tap: try gift.tap.flatMap { try transaction.tap($0) },
            disputes: try payment.map { try transaction.disputes(ofPayment: $0) } ?? [],
            receipts: try transaction.receipts(ofGift: gift.id),
            postings: try payment.map { try transaction.postings(ofPayment: $0, limit: 500) } ?? [],
            net: try net(of: gift))
    }

    /// Returns the open disputes and inquiries, each with its gift. The earliest deadlines come first.
    func openDisputes(limit: Int) throws -> [OpenDispute] {
        try transaction.openDisputes(ofOrganization: id, limit: limit).compactMap { dispute in
            try gift(payment: dispute.payment).map { OpenDispute(dispute: dispute, gift: $0) }
        }.sorted { $0.order < $1.order }
    }

    // MARK: Donors

    /// Returns the donor with this id; nil if the donor has no gift to this organization.
    func donor(_ id: String) throws -> Donor? {
        var query = GiftQuery(limit: 1)
        query.donors = [id]
        return try gifts(query).isEmpty ? nil : transaction.donor(id)
    }
    func donor(email: EmailAddress) throws -> Donor? {
        try transaction.donor(email: email).flatMap { try donor($0.id) }
    }
    func donors(named name: String, limit: Int) throws -> [String] {
        try transaction.donors(named: name, organization: id, limit: limit)
    }
    /// Returns a page of the statement totals for a year, sorted by the donors' names. The page starts after
    /// the donor with the given id, or with the first donor if the id is nil.
    func statementTotals(year: Int, after donor: String?, limit: Int) throws -> [StatementTotal] {
        try transaction.statementTotals(to: organization, year: year, after: donor, limit: limit)
    }

    func donorActivity(in periods: DonorPeriods) throws -> DonorActivity {
        try transaction.donorActivity(ofOrganization: id, in: periods)
    }
    func lapsedDonorCount(in periods: DonorPeriods) throws -> Int {
        try transaction.lapsedDonorCount(ofOrganization: id, in: periods)
    }

    /// Returns the content of a donor's page; nil if the donor has no gift to this organization, or if the
    /// donor's data was deleted.
    ///
    /// Only details that were entered with gifts to this organization are included.
    ///
    /// - Parameters:
    ///   - id: The donor's id.
    ///   - gift: The cursor: the id of the last gift on the previous page, or nil.
    ///   - limit: The maximum number of gifts, and of monthly gifts.
    ///   - year: The current year.
    func profile(ofDonor id: String, after gift: String?, limit: Int, year: Int) throws -> DonorProfile? {
        var query = GiftQuery(limit: 1)
        query.donors = [id]
        guard let newest = try gifts(query).first, newest.donor == id, let giver = newest.giver else {
            return nil
        }
        (query.after, query.limit) = (gift, limit + 1)
        let found = try gifts(query)
        let monthly = try transaction.recurringGifts(
            organization: organization.id, donor: id, includingDeclined: false, after: nil, limit: limit)
        return DonorProfile(
            organization: organization, id: id, newest: giver,
            totals: try transaction.totals(ofDonor: id).filter { $0.organization == organization.id },
            years: try transaction.totals(
                ofDonor: id, organization: organization.id, years: (year - 1)...year),
            found: FoundGifts(gifts: Array(found.prefix(limit)), hasMore: found.count > limit),
            monthly: monthly, funds: try funds(), note: try note(aboutDonor: id))
    }
    /// Returns the staff's note about a donor, with the address of the member who changed it last; nil if the
    /// donor has no note.
    func note(aboutDonor donor: String) throws -> DonorProfile.Note? {
        guard let note = try transaction.note(aboutDonor: donor, organization: id) else { return nil }
        let member = try transaction.staffMember(note.author).flatMap { $0.belongs(to: id) ? $0 : nil }
        return DonorProfile.Note(note: note, author: member?.email)
    }

    // MARK: Funds and monthly gifts

    func funds() throws -> [Fund] { try transaction.funds(of: id, limit: Fund.mostPerOrganization) }
    func fundTotals() throws -> [FundTotal] { try transaction.fundTotals(ofOrganization: id) }
    func fundTotals(on days: ClosedRange<CalendarDate>) throws -> [FundTotal] {
        try transaction.fundTotals(ofOrganization: id, on: days)
    }
    func recurringGifts(after recurring: String?, limit: Int) throws -> [RecurringGift] {
        try transaction.recurringGifts(
            organization: id, donor: nil, includingDeclined: false, after: recurring, limit: limit)
    }
    /// Returns the totals of the active monthly gifts, and of those that are past due because the latest
    /// charge failed.
    func monthlyTotals() throws -> [MonthlyTotal] {
        try transaction.monthlyTotals(ofOrganization: id, in: [.active, .pastDue])
    }
    /// Returns the latest taps, newest first.
    func taps(limit: Int) throws -> [Tap] {
        try transaction.taps(organization: id, after: nil, limit: limit)
    }
    func tapCount(in period: Range<Timestamp>) throws -> Int {
        try transaction.tapCount(ofOrganization: id, in: period)
    }

    // MARK: Staff, keys and the audit log

    /// Returns this organization's rows of the audit log. The organization in the filter is ignored.
    func auditLogRows(_ filter: AuditLogFilter) throws -> [AuditLogEntry] {
        var filter = filter
        filter.organization = id
        return try transaction.auditLog(filter)
    }

    /// Returns the id of the organization's member with this e-mail address, or of its API key with this
    /// name. Any other text is returned unchanged.
    func involved(_ text: String) throws -> String {
        if let address = StaffAddress(text), let member = try transaction.staffMember(of: address),
            member.belongs(to: id)
        {
            return member.id
        }
        if let key = try transaction.apiKey(named: text), key.belongs(to: id) { return key.publicID }
        return text
    }

    /// Returns the display names of actors: the e-mail addresses of this organization's members, and the
    /// names of its API keys.
    func names(of actors: [AuditLogActor]) throws -> [AuditLogActor: String] {
        try transaction.names(of: actors, in: id)
    }

    // MARK: The account

    func payee() throws -> Payee? { try organization.account.flatMap { try transaction.payee($0) } }
    /// Returns the amount that the organization owes, in minor units. A negative amount is a credit. If the
    /// organization has no account, returns 0.
    func owedMinor() throws -> Int64 {
        try organization.account.map {
            try transaction.balance(of: .receivable($0), in: organization.currency)
        } ?? 0
    }
    /// Returns the balance of the organization's account in the ledger, in minor units. If the organization
    /// has no account, returns 0.
    func balanceMinor() throws -> Int64 {
        try organization.account.map { -(try transaction.balance(of: .payee($0), in: organization.currency)) }
            ?? 0
    }
    func payouts(after payout: String?, limit: Int) throws -> [PayeePayout] {
        // Without an account there are no payouts. A query with a nil payee would return the payouts of all
        // organizations.
        guard let account = organization.account else { return [] }
        return try transaction.payouts(ofPayee: account, after: payout, limit: limit)
    }
    /// Returns the payouts that have not arrived yet, and the failed payouts that were created at or after a
    /// time. The two kinds are in one list, newest first.
    func openPayouts(limit: Int, failedSince time: Timestamp) throws -> [PayeePayout] {
        guard let account = organization.account else { return [] }
        let open = try transaction.openPayouts(ofPayee: account, limit: limit)
        let failed = try transaction.payouts(ofPayee: account, since: time, limit: limit)
            .filter { $0.state == .failed }
        return (open + failed).sorted { ($1.created, $1.id) < ($0.created, $0.id) }
    }
    func journal(in period: Range<Timestamp>, after number: Int64, limit: Int) throws -> AccountingPage {
        try transaction.journal(of: organization, in: period, after: number, limit: limit)
    }
    func payout(_ id: String) throws -> PayeePayout? {
        try transaction.payout(id).flatMap { $0.payee == organization.account ? $0 : nil }
    }
}

/// A gift with all related records, read in one transaction.
struct GiftStory {
    let details: GiftDetails
    /// The tap that resulted in the gift, or nil if it is unknown.
    let tap: Tap?
    let disputes: [PaymentDispute]
    /// All receipts of the gift, including void ones, oldest first.
    let receipts: [Receipt]
    /// The ledger postings of the gift.
    let postings: [BookedPosting]
    /// The organization's net amount; nil if nothing was paid.
    let net: Money?
}

extension OrganizationUnit {
    /// The maximum number of donors that a search by name considers.
    private static let mostDonors = 50

    /// Returns the gifts that match a filter, newest first.
    ///
    /// - Parameter asClosed: Whether gifts of closed months are returned as they were when the month was
    ///   closed.
    func gifts(_ filter: GiftFilter, asClosed: Bool = false, limit: Int) throws -> FoundGifts {
        var query = GiftQuery(
            fund: filter.fund, recurring: filter.recurring, status: filter.status, after: filter.after,
            limit: limit + 1)
        (query.sinceDay, query.untilDay) = (filter.days.since, filter.days.until)
        query.isAsClosed = asClosed
        var note: String?
        if let text = filter.text {
            switch try meaning(of: text) {
            case .gifts(let gifts):
                let found = asClosed ? try gifts.map(self.asClosed) : gifts
                return FoundGifts(gifts: found.filter { query.holds($0) })
            case .recurring(let id): query.recurring = id
            case .donors(let donors):
                guard !donors.isEmpty else { return FoundGifts(gifts: []) }
                query.donors = Array(donors.prefix(Self.mostDonors))
                if donors.count > Self.mostDonors {
                    note =
                        "More than \(Self.mostDonors) donors match this name. Enter a longer part of the name."
                }
            }
        }
        let found = try gifts(query)
        return FoundGifts(gifts: Array(found.prefix(limit)), hasMore: found.count > limit, note: note)
    }

    private enum Meaning {
        case gifts([Gift]), recurring(String), donors([String])
    }

    /// Returns the gifts, the donors or the monthly gift that a search text identifies. The text can be an
    /// e-mail address, an id of this service, an id of the processor, a receipt number, or a name.
    private func meaning(of text: String) throws -> Meaning {
        if text.contains("@") {
            return .donors(try EmailAddress(text).flatMap { try donor(email: $0) }.map { [$0.id] } ?? [])
        }
        if text.hasPrefix("gift_"), text.utf8.count >= 12 {
            return .gifts(try gifts(beginning: text, limit: 25))
        }
        if text.hasPrefix("pay_") { return .gifts(try gift(payment: text).map { [$0] } ?? []) }
        if text.hasPrefix("pi_") { return .gifts(try gift(intent: text).map { [$0] } ?? []) }
        if text.hasPrefix("rec_") { return .recurring(text) }
        if text.hasPrefix("donor_") { return .donors(try donor(text).map { [$0.id] } ?? []) }
        if let gift = try gift(receipt: text) { return .gifts([gift]) }
        return .donors(try donors(named: text, limit: Self.mostDonors + 1))
    }
}

extension GiftQuery {
    /// Returns whether a gift that was found by id also meets the filter's other conditions.
    fileprivate func holds(_ gift: Gift) -> Bool {
        (fund.map { $0 == gift.fund } ?? true) && (status.map { $0 == gift.status } ?? true)
            && (recurring.map { $0 == gift.recurring } ?? true)
            && (sinceDay.map { gift.listedOn >= $0 } ?? true)
            && (untilDay.map { gift.listedOn <= $0 } ?? true) && after == nil
    }
}
