import Processor
import TextKit
import TimeKit

/// The process of setting up a payment method for later payments.
///
/// Source: Stripe API reference, "SetupIntents".
struct SetupIntent: StoredObject {
    enum Status: String, Codable {
        case requiresPaymentMethod = "requires_payment_method"
        case requiresConfirmation = "requires_confirmation"
        case requiresAction = "requires_action"
        case processing, succeeded, canceled
    }

    static let objectName = "setup_intent"
    /// The id, `seti_…`.
    var id: String
    var created: Timestamp
    /// The client secret, `seti_…_secret_…`.
    var clientSecret: String
    var status: Status
    var customer: String?
    var paymentMethod: String?
    var onBehalfOf: String?
    var description: String?
    /// The intended use of the payment method: `off_session` or `on_session`.
    var usage = "off_session"
    var returnURL: String?
    var cancellationReason: String?
    var lastError: ProcessorError?
    /// The id of the latest attempt, `setatt_…`.
    var latestAttempt: String?
    /// The id of the mandate, `mandate_…`. Nil unless the intent has set up a bank account.
    var mandate: String?
    /// Stripe's `mandate_data.customer_acceptance`, which is used when the mandate is created.
    var acceptance: JSONTree?
    /// Whether a request asked for the bank account to be verified with microdeposits. Nil means false.
    var needsMicrodeposits: Bool?
    /// The time when the microdeposits arrive. Nil unless the intent is waiting for their verification.
    var microdepositArrival: Timestamp?
    /// The number of failed attempts to verify the microdeposits.
    var failedVerifications: Int?
    var metadata: Metadata = [:]

    init(id: String, clientSecret: String, created: Timestamp, paymentMethod: String?) {
        self.id = id
        self.clientSecret = clientSecret
        self.created = created
        self.paymentMethod = paymentMethod
        status = paymentMethod == nil ? .requiresPaymentMethod : .requiresConfirmation
    }
}

/// A single-use token for a card or a bank account.
///
/// Source: Stripe API reference, "Tokens".
struct Token: StoredObject {
    static let objectName = "token"
    /// The id, `tok_…`, or `btok_…` for a bank account.
    var id: String
    var created: Timestamp
    /// The test card that the token represents, or nil for a bank account.
    var card: PaymentMethod.Create?
    /// The bank account that the token represents, or nil for a card. The bank account is saved only when the
    /// token is used.
    var bankAccount: BankAccount?
    var used = false
}
