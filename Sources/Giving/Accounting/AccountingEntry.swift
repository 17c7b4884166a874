public import DatabaseKit
public import MoneyKit
public import PaymentCore
public import TimeKit

/// One movement of an organization's money as its own books have it: lines that sum to zero in each currency.
///
/// The ledger is the platform's; this is the same seen from the organization. A debit is positive: what it has, and what
/// it spends. A credit is negative: what it was given, and what it owes.
public struct AccountingEntry: Hashable, Sendable {
    /// What a line is booked on.
    public enum Account: String, Hashable, Sendable, CaseIterable {
        /// What stands on the account at the processor.
        case clearing
        /// What is on its way to the bank.
        case inTransit = "in_transit"
        /// What arrived there.
        case bank
        /// What is owed to the platform (credit), or by it (debit).
        case owed
        /// What donors gave, with what they added for the fee.
        case gifts
        /// What was paid for services: dependants' fees, contracts and jobs.
        case serviceIncome = "service_income"
        /// What was given back to donors and payers.
        case refunds
        /// What their banks took back for good.
        case disputes
        /// What was kept of it.
        case fees
    }

    /// An amount on one account.
    public struct Line: Hashable, Sendable {
        /// What it is booked on.
        public var account: Account
        /// The fund of the gift that it is about; nil for what is about none.
        public var fund: String?
        /// The fund's name at the time of the gift.
        public var fundName: String?
        /// A debit is positive; never zero.
        public var amount: Money
    }

    /// Its posting's number in the ledger: entries sort by it.
    public var number: Int64
    /// When it was booked.
    public var time: Timestamp
    /// What was booked.
    public var kind: Posting.Kind
    /// The processor's noun or the payment that it books.
    public var reference: String
    /// The gift that it is about; nil for what is about none.
    public var gift: String?
    /// At least two.
    public var lines: [Line]

    /// What a posting is for a payee; nil where it moves nothing of theirs.
    ///
    /// - Parameters:
    ///   - booked: The posting of the ledger.
    ///   - payee: The connected account of the organization.
    ///   - gift: The gift of the posting's payment.
    ///   - income: The account of what was paid: `gifts`, or `serviceIncome` if the payment is no gift.
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
        // What the platform owes to the payee is a credit of its own, and a debit of theirs.
        let (clearing, transit) = (-sum(.payee(payee)), -sum(.bank(payee)))
        let owed = -sum(.receivable(payee), .outside(payee))
        let fees: Int64 =
            switch posting.kind {
            case .charge: -sum(.feeRevenue, .roundingRevenue)
            // What the processor keeps of a gift that went back, the payee bears.
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

    /// Where the other side of what moved is booked.
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

/// Some entries of a journal, in the order of booking.
public struct AccountingPage: Hashable, Sendable {
    /// May be none, also where more stand behind ``last``.
    public var entries: [AccountingEntry] = []
    /// The number of the last posting that was looked at, behind which to go on; nil where there was none.
    public var last: Int64?
}

extension Transaction {
    /// The entries of an organization's journal, in the order of booking.
    ///
    /// - Parameters:
    ///   - period: When they were booked.
    ///   - number: Behind this one.
    ///   - limit: How many postings are looked at, at most; some may move nothing of the organization's.
    /// - Returns: A page whose `last` is nil where there are no more.
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
