public import MoneyKit
public import TimeKit

/// An application fee: the part that the platform keeps of a payment to a connected account.
///
/// Source: Stripe API reference, "Application fees".
public struct ApplicationFee: ProcessorObject {
    /// The name of this object type in Stripe's API.
    public static let objectName = "application_fee"
    /// The value of the object's `object` field in Stripe's API.
    public var object = ApplicationFee.objectName
    /// The id, `fee_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The id of the connected account that paid the fee.
    public var account: String
    /// The amount in minor units.
    public var amount: Int64
    /// The amount that was refunded so far, in minor units.
    public var amountRefunded: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The id of the charge from which the platform collected the fee, `ch_…`.
    public var originatingTransaction: String
    /// The id of the balance transaction, `txn_…`. Nil until the money is booked.
    public var balanceTransaction: String?
    /// The latest refunds of this fee, newest first. Empty if the processor's response does not contain the
    /// refunds. This property is never stored.
    public var returns: [Return] = []

    private enum CodingKeys: String, CodingKey {
        case object, id, created, account, amount, amountRefunded, currency, originatingTransaction
        case balanceTransaction
    }

    /// A refund of all or part of an application fee.
    ///
    /// Source: Stripe API reference, "Application fee refunds".
    public struct Return: Hashable, Sendable, Codable {
        /// The id of the fee refund, `fr_…`.
        public var id: String
        /// The time at which the object was created, with a precision of one second.
        public var created: Timestamp
        /// The refunded amount in minor units.
        public var amount: Int64

        /// Creates a refund of an application fee.
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
    /// Returns the total refund of a fee after `refunded` of a charge's `total` was refunded. The refund of
    /// the fee is proportional to the refund of the charge, rounded half up.
    ///
    /// The result depends only on the sums, so that many partial refunds add up to exactly the fee. All
    /// amounts are in minor units. `0 <= refunded <= total` and `total > 0` must hold.
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
