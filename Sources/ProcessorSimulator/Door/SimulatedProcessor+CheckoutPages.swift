import MoneyKit
public import Processor
import TextKit
import TimeKit

extension SimulatedProcessor {
    /// The cards that pages offer by name.
    public static let pageCards: [String] = testMethodNames.filter { $0.hasPrefix("pm_card_") }

    /// What the page of a Checkout session shows now.
    public func checkoutPage(_ id: String) async throws(ProcessorError) -> CheckoutView {
        try await look { work in try work.view(of: work.inPath(CheckoutSession.self, id)) }
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

extension Work {
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
