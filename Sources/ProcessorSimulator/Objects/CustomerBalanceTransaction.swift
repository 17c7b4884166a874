import MoneyKit
import Processor
import TimeKit

/// A change to a customer's balance.
///
/// Source: Stripe API reference, "Customer Balance Transaction".
struct CustomerBalanceTransaction: StoredObject {
    /// The reason for a change.
    enum Kind: String, Codable {
        case adjustment, initial
        case appliedToInvoice = "applied_to_invoice"
        case unappliedFromInvoice = "unapplied_from_invoice"
        case creditNote = "credit_note"
    }

    static let objectName = "customer_balance_transaction"
    /// The id, `cbtxn_…`.
    var id: String
    var created: Timestamp
    var customer: String
    var kind: Kind
    /// The change, in minor units. A negative change is a credit to the customer.
    var amount: Int64
    var currency: Currency
    /// The balance after the change, in minor units.
    var endingBalance: Int64
    var invoice: String?
    var creditNote: String?
    var description: String?
    var metadata: Metadata = [:]

    var parent: String? { customer }
}
