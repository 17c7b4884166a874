import Processor
import TimeKit

/// A customer as Stripe tells it; of a deleted one only its id is left.
struct CustomerAnswer: Answer {
    var id: String
    var created: Int64?
    var deleted: Bool?
    var name: String?
    var email: String?
    var phone: String?
    var invoiceSettings: Settings?
    var metadata: Metadata?

    struct Settings: Decodable, Sendable {
        var defaultPaymentMethod: Reference?
    }

    func noun(of account: String?) throws(ProcessorError) -> Customer {
        var customer = Customer(id: id, created: Timestamp(seconds: created ?? 0))
        customer.deleted = deleted ?? false
        customer.name = name
        customer.email = email
        customer.phone = phone
        customer.defaultPaymentMethod = invoiceSettings?.defaultPaymentMethod?.id
        customer.metadata = metadata ?? [:]
        return customer
    }
}

/// A payment method as Stripe tells it.
struct PaymentMethodAnswer: Answer {
    var id: String
    var created: Int64
    var type: String
    var card: CardAnswer?
    var customer: Reference?

    func noun(of account: String?) throws(ProcessorError) -> PaymentMethod {
        PaymentMethod(
            id: id, created: Timestamp(seconds: created), kind: try Unreadable.word(type, in: "type"),
            card: card?.card, customer: customer?.id)
    }
}
