import MoneyKit
import Processor
import TextKit
import TimeKit

/// A customer's permission to debit a bank account.
///
/// Source: Stripe API reference, "Mandates".
struct Mandate: StoredObject {
    static let objectName = "mandate"
    /// The id, `mandate_…`.
    var id: String
    var created: Timestamp
    var paymentMethod: String
    /// Stripe's `customer_acceptance`, exactly as submitted.
    var acceptance: JSONTree
    /// The amount, in minor units, if the mandate permits a single payment. Nil if it permits several
    /// payments.
    var amount: Int64?
    var currency: Currency?

    var parent: String? { paymentMethod }
}

/// An attempt to set up a payment method.
///
/// Source: Stripe API reference, "SetupAttempts".
struct SetupAttempt: StoredObject {
    static let objectName = "setup_attempt"
    /// The id, `setatt_…`.
    var id: String
    var created: Timestamp
    var setupIntent: String
    var paymentMethod: String
    var customer: String?
    var onBehalfOf: String?
    var usage: String
    /// The status: `succeeded`, `requires_action` or `failed`.
    var status: String
    var error: ProcessorError?

    var parent: String? { setupIntent }
}
