import Processor
import TimeKit

/// A connected account in Stripe's JSON format.
struct AccountResponse: StripeResponse {
    var id: String
    var created: Timestamp?
    var country: String?
    var defaultCurrency: String?
    var email: String?
    var businessProfile: Profile?
    var detailsSubmitted: Bool?
    var chargesEnabled: Bool?
    var payoutsEnabled: Bool?
    var capabilities: Capabilities?
    var requirements: Requirements?
    var metadata: Metadata?

    struct Profile: Decodable {
        var name: String?
    }

    struct Capabilities: Decodable {
        var transfers: String?
        var cardPayments: String?
    }

    struct Requirements: Decodable {
        var currentlyDue: [String]?
        var pendingVerification: [String]?
        var disabledReason: String?
    }

    func object(of asked: String?) throws(ProcessorError) -> Account {
        var account = Account(
            id: id, created: created ?? Timestamp(seconds: 0), country: country ?? "US",
            defaultCurrency: try Unreadable.currency(defaultCurrency ?? "usd"))
        account.email = email
        account.businessName = businessProfile?.name
        account.detailsSubmitted = detailsSubmitted ?? false
        account.chargesEnabled = chargesEnabled ?? false
        account.payoutsEnabled = payoutsEnabled ?? false
        account.transfers = capabilities?.transfers.flatMap(Account.Capability.init) ?? .inactive
        account.cardPayments = capabilities?.cardPayments.flatMap(Account.Capability.init) ?? .inactive
        account.currentlyDue = requirements?.currentlyDue ?? []
        account.pendingVerification = requirements?.pendingVerification ?? []
        account.disabledReason = requirements?.disabledReason
        account.metadata = metadata ?? [:]
        return account
    }
}

/// An onboarding link or login link in Stripe's JSON format.
struct LinkResponse: StripeResponse {
    var url: String
    var created: Timestamp
    var expiresAt: Timestamp?

    func object(of account: String?) throws(ProcessorError) -> AccountLink {
        AccountLink(url: url, created: created, expiresAt: expiresAt)
    }
}

/// A customer in Stripe's JSON format. Most fields of a deleted customer are nil.
struct CustomerResponse: StripeResponse {
    var id: String
    var created: Timestamp?
    var deleted: Bool?
    var name: String?
    var email: String?
    var phone: String?
    var defaultSource: Reference?
    var invoiceSettings: Settings?
    var metadata: Metadata?

    struct Settings: Decodable {
        var defaultPaymentMethod: Reference?
    }

    func object(of account: String?) throws(ProcessorError) -> Customer {
        var customer = Customer(id: id, created: created ?? Timestamp(seconds: 0))
        customer.deleted = deleted ?? false
        customer.name = name
        customer.email = email
        customer.phone = phone
        customer.defaultPaymentMethod = invoiceSettings?.defaultPaymentMethod?.id
        customer.defaultSource = defaultSource?.id
        customer.metadata = metadata ?? [:]
        return customer
    }
}

/// A payment method in Stripe's JSON format.
struct PaymentMethodResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var type: String
    var card: CardResponse?
    var usBankAccount: Bank?
    var customer: Reference?

    struct Bank: Decodable {
        var last4: String?
    }

    func object(of account: String?) throws(ProcessorError) -> PaymentMethod {
        var method = PaymentMethod(
            id: id, created: created, kind: try Unreadable.word(type, in: "type"),
            card: card?.card, customer: customer?.id)
        // Nil means the test account whose debits succeed.
        method.bankAccountLast4 = usBankAccount?.last4 == "6789" ? nil : usBankAccount?.last4
        return method
    }
}
