import MoneyKit
public import Processor
import TextKit
import TimeKit

extension SimulatedProcessor {
    /// The cards that pages offer by name.
    public static let pageCards: [String] = testMethodNames.filter { $0.hasPrefix("pm_card_") }

    /// What the page of a Checkout session shows now.
    public func checkoutPage(_ id: String) async throws(ProcessorError) -> CheckoutView {
        try await inspect { work in try work.view(of: work.inPath(CheckoutSession.self, id)) }
    }

    /// Somebody pays on a Checkout page; a decline leaves the page open.
    public func complete(checkoutSession id: String, with card: PageCard, email: String?)
        async throws(ProcessorError) -> PagePayment
    {
        try await transaction { work in
            let name = try card.testName()
            return try work.atTime(ofThose: [id], isChange: true) {
                try work.complete(checkoutSession: id, with: name, email: email)
            }
        }
    }

    /// Makes a Checkout session for somebody who opened a payment link: its id.
    public func open(paymentLink id: String) async throws(ProcessorError) -> String {
        try await transaction { work in try work.session(of: work.inPath(PaymentLink.self, id)).id }
    }
}

extension PageCard {
    /// The test name of the card.
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
                amount: AmountText.of($0.price.unitAmount * $0.quantity, currency))
        }
        if session.discount > 0 {
            lines.append(.init(description: "Discount", amount: AmountText.of(-session.discount, currency)))
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

/// What a Checkout page shows.
public struct CheckoutView: Hashable, Sendable {
    /// What is bought.
    public var lines: [PageLine]
    /// What is paid now; nil where a card is only left for later.
    public var total: String?
    /// What the page sells again and again: `every month`; nil for a payment.
    public var interval: String?
    /// The address that is known.
    public var email: String?
    /// Nobody has paid yet, and somebody may.
    public var isOpen: Bool
    /// It has come to its end.
    public var isComplete: Bool
    /// Where the bank asks; nil where it does not.
    public var challenge: String?
    /// Where it goes on when it was paid; nil: on this page.
    public var next: String?
    /// Where whoever does not want to pay goes.
    public var cancel: String?
    /// What the payment link says in the end.
    public var thanks: String?
}

/// What is paid for on a page, and for how much.
public struct PageLine: Hashable, Sendable {
    /// What it is.
    public var description: String
    /// `50.00 USD`
    public var amount: String
}

/// A card as a page's form names it.
public struct PageCard: Hashable, Sendable {
    /// `pm_card_visa`; taken where no number is given.
    public var name: String
    /// One of the documented test numbers; empty for none.
    public var number: String

    /// One of these fields.
    public init(name: String, number: String) {
        self.name = name
        self.number = number
    }
}

/// How an attempt to pay on a page ended.
public enum PagePayment: Hashable, Sendable {
    /// It was paid, or nothing is to be paid.
    case complete
    /// The bank asks, at this address.
    case asks(String)
    /// What the bank says.
    case declined(String)
}
