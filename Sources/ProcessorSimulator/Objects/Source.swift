import MoneyKit
import Processor
import TextKit
import TimeKit

/// An object of Stripe's legacy Sources API: a card, or a bank account that receives credit transfers.
///
/// Source: Stripe API reference, "Sources".
struct Source: StoredObject {
    static let objectName = "source"
    /// The source types that the simulator supports.
    static let types: Set<String> = ["card", "ach_credit_transfer"]
    /// The id, `src_…`.
    var id: String
    var created: Timestamp
    var clientSecret: String
    /// The type: `card` or `ach_credit_transfer`.
    var type: String
    /// The status: `chargeable`, `pending` or `consumed`.
    var status: String
    /// The usage: `reusable` or `single_use`.
    var usage: String
    /// The card, or nil for a bank account that receives credit transfers.
    var card: PaymentMethod.Card?
    var customer: String?
    var amount: Int64?
    var currency: Currency?
    var metadata: Metadata = [:]

    var parent: String? { customer }
}

/// A card in the format of Stripe's `card` object. It is never saved: the card is stored as a payment method
/// whose id begins with `card_`.
///
/// Source: Stripe API reference, "Cards".
struct CardSource: StoredObject {
    static let objectName = "card"
    var method: PaymentMethod

    var id: String { method.id }
    var created: Timestamp { method.created }
}

/// A customer's payment source.
enum CustomerSource {
    case card(PaymentMethod)
    case bank(BankAccount)
    case source(Source)

    var id: String {
        switch self {
        case .card(let method): method.id
        case .bank(let bank): bank.id
        case .source(let source): source.id
        }
    }

    /// The type of the object, as in Stripe's `object` field.
    var objectName: String {
        switch self {
        case .card: CardSource.objectName
        case .bank: BankAccount.objectName
        case .source: Source.objectName
        }
    }

    /// The payment method to charge. For a bank account or a legacy source, the payment method is created on
    /// demand and is not stored.
    var method: PaymentMethod {
        switch self {
        case .card(let method): return method
        case .bank(let bank):
            var method = PaymentMethod(
                id: bank.id, created: bank.created, kind: .usBankAccount, card: nil, customer: bank.customer)
            method.bankAccountLast4 = bank.last4
            return method
        case .source(let source):
            return PaymentMethod(
                id: source.id, created: source.created, kind: .card, card: source.card,
                customer: source.customer)
        }
    }
}
