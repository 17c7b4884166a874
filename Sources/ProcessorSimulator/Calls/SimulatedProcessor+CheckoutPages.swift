import MoneyKit
public import Processor
import TextKit
import TimeKit

extension SimulatedProcessor {
    /// Returns the page of a Checkout session.
    public func checkoutPage(_ id: String) async throws(ProcessorError) -> CheckoutView {
        try await inspect { work in
            try work.inAccount(ofObject: id) { try work.view(of: work.inPath(CheckoutSession.self, id)) }
        }
    }

    /// Submits the form on a Checkout session's page, to pay, to subscribe or to save the card. If the bank
    /// declines the card, the session remains open.
    ///
    /// - Parameters:
    ///   - id: The id of the session, `cs_…`.
    ///   - card: The card that the customer entered.
    ///   - email: The customer's e-mail address, or nil for the address in the session.
    ///   - holder: The cardholder's name as the customer entered it, or nil if it is unknown.
    ///   - amount: The amount that the customer typed, such as `12.50`, or nil for the proposed amount.
    ///   - shippingRate: The id of the shipping rate that the customer chose, or nil for the proposed rate.
    public func complete(
        checkoutSession id: String, with card: PageCard, email: String?, holder: String? = nil,
        amount: String? = nil, shippingRate: String? = nil
    ) async throws(ProcessorError) -> PagePayment {
        try await transaction { work in
            try work.inAccount(ofObject: id) {
                try work.atTime(ofThose: [id], isChange: true) {
                    try work.complete(
                        checkoutSession: id, with: card.testName(at: work.now), email: email,
                        holder: holder.flatMap { $0.isEmpty ? nil : $0 },
                        amount: amount.flatMap { try work.amount(typed: $0, on: id) },
                        shippingRate: shippingRate)
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
    /// Returns the test name of the card. If the customer entered a card number, the number determines the
    /// test name, and ``name`` is ignored.
    ///
    /// - Parameter now: The current time, which determines whether the card has expired.
    /// - Throws: ``ProcessorError`` with status 402 if a field is incomplete or wrong. The status is 400 if
    ///   the number is not a test number, or if no test card has the name.
    func testName(at now: Timestamp) throws -> String {
        let digits = number.filter { $0 != " " }
        guard digits.isEmpty else {
            let name = try CardNumbers.testName(["number": .string(number)], in: "card")
            try checkDetails(at: now)
            return name
        }
        guard !name.isEmpty else { throw Self.incomplete("number") }
        guard TestMethod.card(named: name) != nil else {
            throw ProcessorError.noSuch("payment_method", name, parameter: "payment_method")
        }
        return name
    }

    private func checkDetails(at now: Timestamp) throws(ProcessorError) {
        guard let expiration else { throw Self.incomplete("expiry") }
        guard !code.isEmpty else { throw Self.incomplete("cvc") }
        _ = try CardDetails(
            [
                "exp_month": .integer(expiration.month), "exp_year": .integer(expiration.year),
                "cvc": .string(code),
            ], at: now)
    }

    /// The month and the year in ``expiry``, or nil if it is not an expiration date.
    ///
    /// The separator is a slash, a hyphen or a space. Four or six digits need no separator, because the
    /// number pad of a phone has none.
    private var expiration: (month: Int64, year: Int64)? {
        var parts = expiry.split { "/- ".contains($0) }
        if parts.count == 1, let digits = parts.first, [4, 6].contains(digits.count) {
            parts = [digits.prefix(2), digits.dropFirst(2)]
        }
        guard parts.count == 2, [2, 4].contains(parts[1].count),
            parts.allSatisfy({ part in part.allSatisfy { $0.isASCII && $0.isNumber } }),
            let month = Int64(parts[0]), let year = Int64(parts[1])
        else { return nil }
        return (month, year)
    }

    /// Creates the error that Stripe.js reports for an incomplete field.
    private static func incomplete(_ field: String) -> ProcessorError {
        let words = ["number": "number", "expiry": "expiration date", "cvc": "security code"]
        return .card("incomplete_\(field)", "Your card's \(words[field] ?? field) is incomplete.")
    }
}

extension EngineTransaction {
    fileprivate func view(of session: CheckoutSession) throws -> CheckoutView {
        let currency = session.currency ?? .usd
        func line(_ words: String, _ amount: Int64) -> PageLine {
            PageLine(description: words, amount: AmountText.onPage(amount, currency))
        }
        var lines = session.items.map {
            line("\($0.quantity) × \($0.description)", $0.price.amount(of: $0.quantity))
        }
        if session.discount > 0 { lines.append(line("Discount", -session.discount)) }
        if session.exclusiveTax > 0 { lines.append(line("Tax", session.exclusiveTax)) }
        if let shipping = session.shipping {
            lines.append(line("Shipping: \(shipping.name)", shipping.amount))
        }
        let price = session.items.first?.price
        let recurring = session.mode == .subscription ? price?.interval : nil
        let every = price?.everyIntervals ?? 1
        var view = CheckoutView(
            lines: lines, total: session.mode == .setup ? nil : AmountText.onPage(session.total, currency),
            interval: recurring.map {
                every == 1 ? "every \($0.rawValue)" : "every \(every) \($0.rawValue)s"
            },
            email: try session.email ?? session.customer.flatMap { try find(Customer.self, $0)?.email },
            isOpen: session.status == .open, isComplete: session.status == .complete,
            challenge: try challenge(of: session), cancel: session.cancelURL, merchant: try merchantName())
        view.next = session.successURL?.replacing("{CHECKOUT_SESSION_ID}", with: session.id)
        view.chosenAmount = session.customAmount.map { _ in
            session.subtotal == 0 ? "" : Money(session.subtotal, currency).plainText
        }
        view.shippingOptions = (session.shippingOptions ?? []).map { option in
            ShippingChoice(
                rate: option.rate,
                description: "\(option.name), \(AmountText.onPage(option.amount, currency))",
                isChosen: option.rate == session.shipping?.rate)
        }
        view.thanks = try session.paymentLink.flatMap { try find(PaymentLink.self, $0)?.message }
        return view
    }

    /// Returns the name that customers see for the connected account on whose behalf the transaction runs. If
    /// the transaction has no connected account, returns the platform's name.
    func merchantName() throws -> String {
        guard let account = try account.flatMap({ try find(Account.self, $0) }) else {
            return Self.platformName
        }
        return account.businessName ?? account.email ?? account.id
    }

    private func challenge(of session: CheckoutSession) throws -> String? {
        guard session.status == .open else { return nil }
        if let intent = try find(SetupIntent.self, session.setupIntent) {
            guard intent.status == .requiresAction else { return nil }
            return configuration.links.challenge(of: intent.id, intent.clientSecret)
        }
        let invoice = try find(Invoice.self, session.invoice)
        guard let id = session.paymentIntent ?? invoice?.paymentIntent,
            let intent = try find(PaymentIntent.self, id), intent.status == .requiresAction
        else { return nil }
        return configuration.links.challenge(of: intent)
    }
}

/// The contents of a Checkout page.
public struct CheckoutView: Hashable, Sendable {
    /// The items, followed by the discount, the tax and the shipping price, if there are any.
    public var lines: [PageLine]
    /// The amount to pay now, such as `$50.00`, or nil if the card is only saved and not charged.
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
    /// The URL to redirect the customer to after the payment, or nil if the customer stays on this page.
    public var next: String?
    /// The URL of the link with which the customer leaves the page without paying. If nil, the page does not
    /// have this link.
    public var cancel: String?
    /// The name of the account that receives the payment.
    public var merchant: String
    /// The message that the page shows after a payment through a payment link, or nil.
    public var thanks: String?
    /// The initial text of the amount field, such as `12.50`. The text is empty if no amount is proposed, and
    /// nil if the customer cannot choose the amount.
    public var chosenAmount: String?
    /// The shipping rates from which the customer chooses. Empty if nothing is shipped.
    public var shippingOptions: [ShippingChoice] = []
}

/// A shipping rate that the customer can choose on a Checkout page.
public struct ShippingChoice: Hashable, Sendable {
    /// The id of the shipping rate, `shr_…`.
    public var rate: String
    /// The name and the price, such as `Ground, $5.00`.
    public var description: String
    /// Whether this rate is currently chosen.
    public var isChosen: Bool
}

/// A table row on a payment page, with a description and an amount.
public struct PageLine: Hashable, Sendable {
    /// The description, such as an item's name and quantity.
    public var description: String
    /// The amount, such as `$50.00`.
    public var amount: String
}

/// The card details that a customer enters on a page.
public struct PageCard: Hashable, Sendable {
    /// The name of a test card, such as `pm_card_visa`. It is used only if `number` is empty.
    public var name: String
    /// One of Stripe's test card numbers, or an empty string.
    public var number: String
    /// The expiration month and year, such as `12/34` or `1234`. They are used only with `number`.
    public var expiry: String
    /// The security code, such as `123`. It is used only with `number`.
    public var code: String

    /// Creates a card from the fields of a form, without validating them.
    public init(name: String, number: String = "", expiry: String = "", code: String = "") {
        self.name = name
        self.number = number
        self.expiry = expiry
        self.code = code
    }
}

/// The result of an attempt to pay on a page.
public enum PagePayment: Hashable, Sendable {
    /// The payment succeeded, the card was saved, or there was nothing to pay.
    case complete
    /// The bank requires a challenge. The customer completes the challenge on the page with this URL.
    case asks(String)
    /// The bank declined the payment, with this message.
    case declined(String)
}
