public import DatabaseKit
public import MoneyKit
public import PaymentCore
public import TimeKit

/// An entry in an organization's own books for one movement of its money. In each currency, the lines of an
/// entry sum to zero.
///
/// The platform's ledger shows a movement from the platform's point of view, and this entry shows it from the
/// organization's. Debits (assets and expenses) are positive. Credits (income and liabilities) are negative.
public struct AccountingEntry: Hashable, Sendable {
    /// An account in the organization's books.
    public enum Account: String, Sendable, CaseIterable {
        /// The organization's balance at the processor.
        case clearing
        /// Payouts in transit to the bank.
        case inTransit = "in_transit"
        /// Payouts that have arrived at the bank.
        case bank
        /// The debt between the organization and the platform. A credit means that the organization owes
        /// money to the platform, and a debit means the opposite.
        case owed
        /// Gifts, including the fees that donors covered.
        case gifts
        /// Payments for services: dependents' fees, contracts and jobs.
        case serviceIncome = "service_income"
        /// Refunds to donors and payers.
        case refunds
        /// Amounts lost to disputes.
        case disputes
        /// Fees that the processor and the platform deducted.
        case fees
    }

    /// A debit or credit of one account.
    public struct Line: Hashable, Sendable {
        /// The account that is debited or credited.
        public var account: Account
        /// The id of the gift's fund, or nil if the entry does not belong to a gift.
        public var fund: String?
        /// The fund's name at the time of the gift, or nil if the entry does not belong to a gift.
        public var fundName: String?
        /// The amount: positive for a debit, negative for a credit, never zero.
        public var amount: Money
    }

    /// The number of the ledger posting. Entries are sorted by this number.
    public var number: Int64
    /// The time at which the ledger posting was recorded.
    public var time: Timestamp
    /// The kind of the ledger posting.
    public var kind: Posting.Kind
    /// The id of the payment, or of the processor's object, that the ledger posting is about.
    public var reference: String
    /// The gift's id, or nil if the posting's payment was not made for a gift.
    public var gift: String?
    /// The lines of the entry. There are at least two.
    public var lines: [Line]

    /// Creates a payee's entry from a ledger posting. Returns nil if the posting moves none of the payee's
    /// money.
    ///
    /// - Parameters:
    ///   - booked: The ledger posting.
    ///   - payee: The organization's connected account.
    ///   - gift: The gift that the posting's payment was made for, or nil.
    ///   - income: The income account: `gifts`, or `serviceIncome` if the payment is not for a gift.
    public init?(_ booked: BookedPosting, of payee: String, gift: Gift?, income: Account = .gifts) {
        let posting = booked.posting
        let lines = Set(posting.entries.map(\.amount.currency)).sorted { $0.code < $1.code }.flatMap {
            Self.lines(of: posting, payee: payee, gift: gift, income: income, in: $0)
        }
        guard !lines.isEmpty else { return nil }
        (number, time, kind, reference) = (booked.number, booked.time, posting.kind, posting.reference)
        (self.gift, self.lines) = (gift?.id, lines)
    }

    private static func lines(
        of posting: Posting, payee: String, gift: Gift?, income: Account, in currency: Currency
    ) -> [Line] {
        func sum(_ accounts: LedgerAccount...) -> Int64 {
            posting.entries.reduce(0) { sum, entry in
                accounts.contains(entry.account) && entry.amount.currency == currency
                    ? sum + entry.amount.minorUnits : sum
            }
        }
        // In the platform's ledger, the debt to the payee is a credit. In the payee's books, it is a debit.
        let (clearing, transit) = (-sum(.payee(payee)), -sum(.bank(payee)))
        let owed = -sum(.receivable(payee), .outside(payee))
        let fees: Int64 =
            switch posting.kind {
            case .charge: -sum(.feeRevenue, .roundingRevenue)
            // When a gift is refunded, the payee bears the fee that the processor does not return.
            case .refund, .feeReturned: -sum(.feeRevenue, .roundingRevenue, .processorFee)
            default: 0
            }
        let rest = -(clearing + transit + owed + fees)
        let all: [(Account, Int64)] = [
            (.clearing, clearing), (.inTransit, transit), (.owed, owed), (.fees, fees),
            (account(ofRest: posting.kind, income: income), rest),
        ]
        guard [clearing, transit, owed].contains(where: { $0 != 0 }) else { return [] }
        return all.filter { $0.1 != 0 }.map {
            Line(
                account: $0.0, fund: gift?.fund, fundName: gift?.fundName, amount: Money($0.1, currency))
        }
    }

    /// Returns the account for the amount that balances the other lines of the entry.
    private static func account(ofRest kind: Posting.Kind, income: Account) -> Account {
        switch kind {
        case .charge, .release, .releaseReversed, .offset: income
        case .refund, .refundFailed: .refunds
        case .disputeLost: .disputes
        case .payout, .payoutPaid, .payoutFailed: .bank
        case .disputeOpened, .disputeWon, .correction, .transfer, .transferReversal, .feeReturned: .fees
        }
    }
}

/// A page of journal entries, in ledger order.
public struct AccountingPage: Hashable, Sendable {
    /// The entries. The list can be empty even if the journal continues after ``last``.
    public var entries: [AccountingEntry] = []
    /// The number of the last posting that was read, after which the next page starts. Nil if there were no
    /// more postings.
    public var last: Int64?
}

extension Transaction {
    /// Returns a page of an organization's journal, in ledger order.
    ///
    /// - Parameters:
    ///   - period: The period in which the postings were recorded.
    ///   - number: The number of the posting after which the page starts.
    ///   - limit: The maximum number of postings to read. The page has fewer entries if some postings do not
    ///     involve the organization's money.
    /// - Returns: A page, whose `last` is nil if no posting was read.
    public func journal(
        of organization: Organization, in period: Range<Timestamp>, after number: Int64, limit: Int
    ) throws -> AccountingPage {
        guard let account = organization.account else { return AccountingPage() }
        let found = try postings(ofPayee: account, in: period, after: number, limit: limit)
        let entries = try found.compactMap { booked in
            let payment = try booked.posting.payment.flatMap { try self.payment($0) }
            let isGift = payment == nil || payment?.kind == GivingPolicy.kind
            return AccountingEntry(
                booked, of: account, gift: try payment.flatMap { try self.gift(payment: $0.id) },
                income: isGift ? .gifts : .serviceIncome)
        }
        return AccountingPage(entries: entries, last: found.last?.number)
    }
}
