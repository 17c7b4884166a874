public import MoneyKit
public import TimeKit

/// An application fee, which the platform keeps from a payment to a connected account.
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
    /// The amount refunded so far, in minor units.
    public var amountRefunded: Int64 = 0
    /// The currency of the amounts.
    public var currency: Currency
    /// The id of the charge from which the platform collected the fee, `ch_…`.
    public var originatingTransaction: String
    /// The id of the balance transaction, `txn_…`. Nil until the money is booked.
    public var balanceTransaction: String?
    /// The latest refunds of this fee, newest first. Empty if the processor's response did not contain them.
    /// This property is not encoded.
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
    /// Returns the part of an application fee that is refunded if all or part of the charge is refunded. The
    /// part is proportional to the refunded amount of the charge, and rounded half up.
    ///
    /// All amounts are in minor units. `refunded` and the result are totals that include earlier refunds.
    ///
    /// Source: Stripe documentation, "Collect fees", "Refunding an application fee".
    ///
    /// - Parameter fee: The whole application fee.
    /// - Parameter refunded: The refunded amount of the charge, from 0 to `total`.
    /// - Parameter total: The amount of the charge, greater than 0.
    public static func returned(of fee: Int64, refunded: Int64, of total: Int64) -> Int64 {
        let doubled = fee.multipliedFullWidth(by: refunded * 2)
        let (high, low) = (doubled.high, doubled.low)
        let (sum, carried) = low.addingReportingOverflow(UInt64(total))
        let whole = (total * 2).dividingFullWidth((high + (carried ? 1 : 0), sum))
        return whole.quotient
    }
}
