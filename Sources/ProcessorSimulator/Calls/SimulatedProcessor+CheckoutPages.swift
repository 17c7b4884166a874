import MoneyKit
public import Processor
import TextKit
import TimeKit

extension SimulatedProcessor {
    /// The names of the test cards that the processor's pages offer, such as `pm_card_visa`.
    public static let pageCards: [String] = [
        "visa", "visa_debit", "mastercard", "amex", "discover", "bypassPending", "chargeDeclined",
        "visa_chargeDeclined", "chargeDeclinedInsufficientFunds", "visa_chargeDeclinedInsufficientFunds",
        "chargeDeclinedLostCard", "visa_chargeDeclinedLostCard", "chargeDeclinedStolenCard",
        "visa_chargeDeclinedStolenCard", "chargeDeclinedVelocityLimitExceeded",
        "visa_chargeDeclinedVelocityLimitExceeded", "chargeDeclinedExpiredCard",
        "visa_chargeDeclinedExpiredCard", "chargeDeclinedIncorrectCvc", "visa_chargeDeclinedIncorrectCvc",
        "chargeDeclinedProcessingError", "visa_chargeDeclinedProcessingError", "chargeCustomerFail",
        "authenticationRequired", "createDispute", "createDisputeInquiry", "refundFail", "pendingRefund",
    ].map { "pm_card_\($0)" }

    /// Returns the page of a Checkout session.
    public func checkoutPage(_ id: String) async throws(ProcessorError) -> CheckoutView {
        try await inspect { work in
            try work.inAccount(ofObject: id) { try work.view(of: work.inPath(CheckoutSession.self, id)) }
        }
    }

    /// Pays on the page of a Checkout session. If the card is declined, the session remains open.
    ///
    /// - Parameter amount: The amount that the customer typed, such as `12.50`, or nil for the proposed amount.
    public func complete(
        checkoutSession id: String, with card: PageCard, email: String?, amount: String? = nil
    ) async throws(ProcessorError) -> PagePayment {
        try await transaction { work in
            let name = try card.testName()
            return try work.inAccount(ofObject: id) {
                try work.atTime(ofThose: [id], isChange: true) {
                    try work.complete(
                        checkoutSession: id, with: name, email: email,
                        amount: amount.flatMap { try work.amount(typed: $0, on: id) })
                }
            }
        }
    }

    /// Creates a Checkout session for a payment link, and returns its id.
    public func open(paymentLink id: String) async throws(ProcessorError) -> String {
        try await transaction { work in
            try work.inAccount(ofObject: id) { try work.session(of: work.inPath(PaymentLink.self, id)).id }
        }
    }
}

extension PageCard {
    /// Returns the card's test name. If a card number was entered, finds the test name by that number.
    func testName() throws -> String {
        let digits = number.filter { $0 != " " }
        if !digits.isEmpty { return try CardNumbers.testName(["number": .string(number)], in: "card") }
        guard TestMethod.card(named: name) != nil else {
            throw ProcessorError.noSuch("payment_method", name, parameter: "payment_method")
        }
        return name
    }
}

extension EngineTransaction {
    fileprivate func view(of session: CheckoutSession) throws -> CheckoutView {
        let currency = session.currency ?? .usd
        var lines = session.items.map {
            PageLine(
                description: "\($0.quantity) × \($0.description)",
                amount: AmountText.of($0.price.amount(of: $0.quantity), currency))
        }
        if session.discount > 0 {
            lines.append(.init(description: "Discount", amount: AmountText.of(-session.discount, currency)))
        }
        if session.exclusiveTax > 0 {
            lines.append(.init(description: "Tax", amount: AmountText.of(session.exclusiveTax, currency)))
        }
        let price = session.items.first?.price
        let recurring = session.mode == .subscription ? price?.interval : nil
        let every = price?.everyIntervals ?? 1
        var view = CheckoutView(
            lines: lines, total: session.mode == .setup ? nil : AmountText.of(session.total, currency),
            interval: recurring.map {
                every == 1 ? "every \($0.rawValue)" : "every \(every) \($0.rawValue)s"
            },
            email: try session.email ?? session.customer.flatMap { try find(Customer.self, $0)?.email },
            isOpen: session.status == .open, isComplete: session.status == .complete,
            challenge: try challenge(of: session), cancel: session.cancelURL)
        view.next = session.successURL?.replacing("{CHECKOUT_SESSION_ID}", with: session.id)
        view.chosenAmount = session.customAmount.map { _ in
            session.subtotal == 0 ? "" : Money(session.subtotal, currency).plainText
        }
        view.thanks = try session.paymentLink.flatMap { try find(PaymentLink.self, $0)?.message }
        return view
    }

    private func challenge(of session: CheckoutSession) throws -> String? {
        guard session.status == .open else { return nil }
        if let intent = try find(SetupIntent.self, session.setupIntent) {
            guard intent.status == .requiresAction else { return nil }
            return PageLinks.challenge(of: intent.id, intent.clientSecret, at: configuration.pages)
        }
        let invoice = try find(Invoice.self, session.invoice)
        guard let id = session.paymentIntent ?? invoice?.paymentIntent,
            let intent = try find(PaymentIntent.self, id), intent.status == .requiresAction
        else { return nil }
        return PageLinks.challenge(of: intent, at: configuration.pages)
    }
}

/// The contents of a Checkout page.
public struct CheckoutView: Hashable, Sendable {
    /// The items, followed by the discount if there is one.
    public var lines: [PageLine]
    /// The amount to pay now, such as `50.00 USD`, or nil if the card is only saved and not charged.
    public var total: String?
    /// The interval of a subscription, such as `every month`; nil for a one-time payment.
    public var interval: String?
    /// The customer's e-mail address, or nil if it is unknown.
    public var email: String?
    /// Whether the customer can still pay.
    public var isOpen: Bool
    /// Whether the session was completed.
    public var isComplete: Bool
    /// The URL of the bank's challenge, or nil if no challenge is open.
    public var challenge: String?
    /// The URL to which the customer is sent after the payment, or nil to stay on this page.
    public var next: String?
    /// The URL to which customers go if they decide not to pay, or nil.
    public var cancel: String?
    /// The message that is shown after a payment through a payment link, or nil.
    public var thanks: String?
    /// The initial text, such as `12.50`, of the field in which the customer enters the amount; nil if the
    /// amount is fixed.
    public var chosenAmount: String?
}

/// A line of a page, with its description and amount.
public struct PageLine: Hashable, Sendable {
    /// The description, such as an item's name and quantity.
    public var description: String
    /// The amount, such as `50.00 USD`.
    public var amount: String
}

/// The card that a customer enters in the form of a page.
public struct PageCard: Hashable, Sendable {
    /// The name of a test card, such as `pm_card_visa`. It is used only if `number` is empty.
    public var name: String
    /// One of Stripe's test card numbers, or an empty string.
    public var number: String

    /// Creates a card from the fields of a form, without validating them.
    public init(name: String, number: String) {
        self.name = name
        self.number = number
    }
}

/// The result of an attempt to pay on a page.
public enum PagePayment: Hashable, Sendable {
    /// The payment succeeded, or there was nothing to pay.
    case complete
    /// The bank requires a challenge. The associated value is the URL of its page.
    case asks(String)
    /// The payment was declined. The associated value is the bank's message.
    case declined(String)
}
