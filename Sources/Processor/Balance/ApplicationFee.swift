public import MoneyKit
public import TimeKit

/// The platform's share of a charge that was paid to a connected account.
///
/// Source: Stripe API reference, "Application fees".
public struct ApplicationFee: ProcessorObject {
    /// Stripe's name of this object type.
    public static let objectName = "application_fee"
    /// The value of Stripe's `object` field.
    public var object = ApplicationFee.objectName
    /// The id, `fee_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The connected account that paid it.
    public var account: String
    /// The amount, in minor units.
    public var amount: Int64
    /// The refunded amount, in minor units.
    public var amountRefunded: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The platform's charge, `ch_…`.
    public var originatingTransaction: String
    /// The balance transaction, `txn_…`; nil until it is booked.
    public var balanceTransaction: String?
    /// The latest returned parts, newest first. Empty if they were not requested. Never stored.
    public var returns: [Return] = []

    private enum CodingKeys: String, CodingKey {
        case object, id, created, account, amount, amountRefunded, currency, originatingTransaction
        case balanceTransaction
    }

    /// A returned part of an application fee.
    ///
    /// Source: Stripe API reference, "Application fee refunds".
    public struct Return: Hashable, Sendable, Codable {
        /// The id of the fee refund, `fr_…`.
        public var id: String
        /// The creation time, in whole seconds.
        public var created: Timestamp
        /// The returned amount, in minor units.
        public var amount: Int64

        /// Creates a returned part.
        public init(id: String, created: Timestamp, amount: Int64) {
            self.id = id
            self.created = created
            self.amount = amount
        }
    }

    /// Creates an application fee.
    public init(
        id: String, created: Timestamp, account: String, amount: Int64, currency: Currency,
        originatingTransaction: String
    ) {
        self.id = id
        self.created = created
        self.account = account
        self.amount = amount
        self.currency = currency
        self.originatingTransaction = originatingTransaction
    }
}

extension ApplicationFee {
    /// Returns the total part of a fee that is refunded once `refunded` of a charge of `total` is refunded: in
    /// proportion, rounded half up.
    ///
    /// The calculation always uses the totals, so that many partial refunds add up to exactly the fee. All amounts are
    /// in minor units, `0 <= refunded <= total`, `total > 0`.
    ///
    /// Source: Stripe documentation, "Collect fees", "Refunding an application fee".
    public static func returned(of fee: Int64, refunded: Int64, of total: Int64) -> Int64 {
        let doubled = fee.multipliedFullWidth(by: refunded * 2)
        let (high, low) = (doubled.high, doubled.low)
        let (sum, carried) = low.addingReportingOverflow(UInt64(total))
        let whole = (total * 2).dividingFullWidth((high + (carried ? 1 : 0), sum))
        return whole.quotient
    }
}
