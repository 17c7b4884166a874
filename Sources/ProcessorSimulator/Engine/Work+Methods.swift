import Processor
import TimeKit

extension Work {
    /// A method made out of one of the test names.
    func create(_ request: PaymentMethod.Create) throws -> Written<PaymentMethod> {
        guard var method = try testMethod(request.testName) else {
            throw ProcessorError.noSuch("payment_method", request.testName, parameter: "payment_method")
        }
        if var card = method.card {
            card.wallet = request.wallet
            card.expiryMonth = request.expiryMonth ?? card.expiryMonth
            card.expiryYear = request.expiryYear ?? card.expiryYear
            guard (1...12).contains(card.expiryMonth) else {
                throw ProcessorError.invalid(
                    "invalid_expiry_month", "Your card's expiration month is invalid.",
                    parameter: "card[exp_month]")
            }
            guard (1970...9999).contains(card.expiryYear) else {
                throw ProcessorError.invalid(
                    "invalid_expiry_year", "Your card's expiration year is invalid.",
                    parameter: "card[exp_year]")
            }
            method.card = card
        }
        return try put(method)
    }

    /// A new method for a test name, not kept yet; nil when it is none.
    ///
    /// Test cards are good for five years.
    private func testMethod(_ name: String) throws -> PaymentMethod? {
        if name.hasPrefix("tok_"), let card = try use(token: name)?.card {
            return try tokenMethod(card)
        }
        if name == TestMethod.bankAccountName {
            return PaymentMethod(id: try newID("pm"), created: now, kind: .usBankAccount, card: nil)
        }
        guard let test = TestMethod.card(named: name) else { return nil }
        let card = PaymentMethod.Card(
            brand: test.brand, last4: test.last4, expiryMonth: 12, expiryYear: now.date.year + 5)
        return PaymentMethod(id: try newID("pm"), created: now, kind: .card, card: card)
    }

    /// A new method of the card that a token stands for.
    private func tokenMethod(_ wanted: PaymentMethod.Create) throws -> PaymentMethod? {
        guard var method = try testMethod(wanted.testName), var card = method.card else { return nil }
        card.expiryMonth = wanted.expiryMonth ?? card.expiryMonth
        card.expiryYear = wanted.expiryYear ?? card.expiryYear
        method.card = card
        return method
    }

    /// The method that a request names: a test name becomes a new one.
    ///
    /// - Parameter customer: Whose intent it is for; a method that is bound to another customer is refused.
    func method(_ name: String, for customer: String?) throws -> PaymentMethod {
        if let new = try testMethod(name) { return try put(new).noun }
        let method = try named(PaymentMethod.self, name, by: "payment_method")
        guard method.customer == nil || method.customer == customer else {
            throw ProcessorError.invalid(
                "payment_method_unexpected_state",
                customer == nil
                    ? "The payment method belongs to a customer: name that customer too."
                    : "The payment method belongs to another customer.", parameter: "payment_method")
        }
        return method
    }

    /// Binds a method to a customer.
    func attach(_ name: String, to customerID: String) throws -> Written<PaymentMethod> {
        _ = try living(customerID, by: "customer")
        guard let method = try bindable(name, to: customerID) else {
            throw ProcessorError.noSuch("payment_method", name)
        }
        return try bind(method, to: customerID)
    }

    /// A method that may be bound to a customer; nil when there is none of this name.
    ///
    /// - Throws: 402 for a card that declines, before anything is kept.
    func bindable(_ name: String, to customerID: String) throws -> PaymentMethod? {
        guard let method = try testMethod(name) ?? find(PaymentMethod.self, name) else { return nil }
        guard method.customer == nil || method.customer == customerID else {
            throw ProcessorError.invalid(
                "payment_method_unexpected_state",
                "The payment method you provided has already been attached to a customer.")
        }
        if case .declines(let decline) = TestMethod.behavior(of: method.card) {
            throw Executed(decline.error(intent: nil, charge: nil))
        }
        return method
    }

    @discardableResult
    func bind(_ method: PaymentMethod, to customerID: String) throws -> Written<PaymentMethod> {
        guard method.customer == nil else { return try encoded(method) }
        var method = method
        method.customer = customerID
        return try emit("payment_method.attached", put(method))
    }
}
