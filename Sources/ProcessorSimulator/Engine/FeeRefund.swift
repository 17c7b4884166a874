import MoneyKit
import Processor
import TimeKit

/// The part of an application fee that went back with a refund.
///
/// Source: Stripe API reference, "Application fee refunds".
struct FeeRefund: StoredNoun {
    static let objectName = "fee_refund"
    /// `fr_…`
    var id: String
    var created: Timestamp
    /// In minor units.
    var amount: Int64
    var currency: Currency
    var fee: String
    /// What was refunded of the charge, in minor units: the fee went back in proportion to it.
    var ofRefund: Int64
    var balanceTransaction: String?
    var metadata: Metadata?

    var parent: String? { fee }
}
