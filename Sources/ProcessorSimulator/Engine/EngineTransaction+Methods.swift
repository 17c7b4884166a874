import Processor
import TextKit
import TimeKit

extension EngineTransaction {
    /// Creates a payment method from a token, or from the name of a test card or test bank account, such as
    /// `pm_card_visa`.
    ///
    /// - Parameter parameter: The parameter that contains the name or the token.
    func create(_ request: PaymentMethod.Create, by parameter: String = "payment_method") throws
        -> Written<PaymentMethod>
    {
        guard var method = try testMethod(request.testName) else {
            throw ProcessorError.noSuchMethod(request.testName, parameter: parameter)
        }
        if var card = method.card {
            card.wallet = request.wallet
            card.expiryMonth = request.expiryMonth ?? card.expiryMonth
            card.expiryYear = request.expiryYear ?? card.expiryYear
            try require(
                (1...12).contains(card.expiryMonth), "invalid_expiry_month",
                "Your card's expiration month is invalid.",
                parameter: "card[exp_month]")
            try require(
                (1970...9999).contains(card.expiryYear), "invalid_expiry_year",
                "Your card's expiration year is invalid.",
                parameter: "card[exp_year]")
            method.card = card
        }
        return try put(method)
    }

    /// Returns a new, unsaved payment method for a test name or a token, or nil if `name` is neither. Marks a
    /// token as used.
    ///
    /// A test card expires in December, five years from now, unless the token specifies another date.
    ///
    /// - Parameter prefix: The prefix of the id of a card: `pm` for a payment method, or `card` for a
    ///   customer's source.
    func testMethod(_ name: String, prefix: String = "pm") throws -> PaymentMethod? {
        if name.hasPrefix("tok_"), let card = try use(token: name)?.card {
            return try tokenMethod(card, prefix: prefix)
        }
        if let last4 = TestBank.last4(named: name) {
            var method = PaymentMethod(id: try newID("pm"), created: now, kind: .usBankAccount, card: nil)
            method.bankAccountLast4 = last4 == TestBank.succeeding ? nil : last4
            return method
        }
        guard let test = TestMethod.card(named: name) else { return nil }
        let card = PaymentMethod.Card(
            brand: test.brand, last4: test.last4, expiryMonth: 12, expiryYear: now.date.year + 5,
            country: test.country == "US" ? nil : test.country,
            funding: test.funding == "credit" ? nil : test.funding)
        return PaymentMethod(id: try newID(prefix), created: now, kind: .card, card: card)
    }

    /// Returns a new, unsaved payment method for the test card that a token represents. Returns nil if no
    /// test card has this token.
    private func tokenMethod(_ wanted: PaymentMethod.Create, prefix: String) throws -> PaymentMethod? {
        guard var method = try testMethod(wanted.testName, prefix: prefix), var card = method.card else {
            return nil
        }
        card.expiryMonth = wanted.expiryMonth ?? card.expiryMonth
        card.expiryYear = wanted.expiryYear ?? card.expiryYear
        method.card = card
        return method
    }

    /// Returns the payment method with this id or test name. For a test name, creates and saves a new payment
    /// method.
    ///
    /// - Parameter customer: The customer of the intent, or nil. The function throws an error if the payment
    ///   method is attached to another customer.
    func method(_ name: String, for customer: String?) throws -> PaymentMethod {
        if let new = try testMethod(name) { return try put(new).object }
        guard let method = try find(PaymentMethod.self, name) else {
            throw ProcessorError.noSuchMethod(name, parameter: "payment_method")
        }
        try checkUsable(method)
        try require(
            method.customer == nil || method.customer == customer, "payment_method_unexpected_state",
            customer == nil
                ? "The payment method belongs to a customer: specify that customer too."
                : "The payment method belongs to another customer.", parameter: "payment_method")
        return method
    }

    /// Returns the type of the payment method with this id, test name or token. Returns nil if no payment
    /// method has this id or test name.
    func kind(of name: String) throws -> PaymentMethod.Kind? {
        if TestBank.last4(named: name) != nil { return .usBankAccount }
        if name.hasPrefix("tok_") || TestMethod.card(named: name) != nil { return .card }
        return try find(PaymentMethod.self, name)?.kind
    }

    /// Attaches a payment method to a customer.
    func attach(_ name: String, to customerID: String) throws -> Written<PaymentMethod> {
        _ = try living(customerID, by: "customer")
        guard let method = try bindable(name, to: customerID) else {
            throw ProcessorError.noSuchMethod(name)
        }
        return try bind(method, to: customerID)
    }

    /// Returns the payment method with this id or test name if it can be attached to the customer. Returns
    /// nil if the id or test name is unknown. Does not save a new payment method.
    ///
    /// - Throws: An error with status 402 if the bank would decline the card, or with status 400 if the
    ///   payment method was detached from a customer or is attached to another customer.
    func bindable(_ name: String, to customerID: String) throws -> PaymentMethod? {
        guard let method = try testMethod(name) ?? find(PaymentMethod.self, name) else { return nil }
        try checkUsable(method)
        try require(
            method.customer == nil || method.customer == customerID, "payment_method_unexpected_state",
            "The payment method you provided has already been attached to a customer.")
        if case .declines(let decline) = TestMethod.behavior(of: method.card) {
            throw Executed(decline.error())
        }
        return method
    }

    /// Throws an error if a payment method was detached from a customer.
    ///
    /// Source: Stripe API reference, "Detach a PaymentMethod".
    private func checkUsable(_ method: PaymentMethod) throws {
        guard method.isDetached == true else { return }
        throw ProcessorError.invalid(
            "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first."
        )
    }

    /// Creates a payment method for the test bank account whose numbers are in a request.
    func bankAccountMethod(_ submitted: JSONTree, in owner: String) throws -> PaymentMethod {
        let number = submitted["account_number"].string ?? "000123456789"
        let routing = submitted["routing_number"].string ?? BankNumbers.routing
        var method = PaymentMethod(id: try newID("pm"), created: now, kind: .usBankAccount, card: nil)
        let last4 = try BankNumbers.last4(of: number, routing, in: owner)
        method.bankAccountLast4 = last4 == TestBank.succeeding ? nil : last4
        return try put(method).object
    }

    @discardableResult
    func bind(_ method: PaymentMethod, to customerID: String) throws -> Written<PaymentMethod> {
        guard method.customer == nil else { return try encoded(method) }
        var method = method
        method.customer = customerID
        return try emit("payment_method.attached", put(method))
    }

    func createToken(_ card: PaymentMethod.Create) throws -> Token {
        try put(Token(id: newID("tok"), created: now, card: card)).object
    }

    func createToken(_ account: BankAccount) throws -> Token {
        try put(Token(id: newID("btok"), created: now, bankAccount: account)).object
    }

    /// Marks a token as used, so that it cannot be used again.
    ///
    /// - Returns: The token, or nil if it does not exist.
    /// - Throws: `token_already_used` with status 400 if the token was used before.
    func use(token id: String) throws -> Token? {
        guard var token = try find(Token.self, id) else { return nil }
        try require(!token.used, "token_already_used", "You cannot use a Stripe token more than once: \(id).")
        token.used = true
        return try put(token).object
    }

    /// Saves a new setup intent. If `confirm` is true, also attempts to set up its payment method.
    ///
    /// - Parameter parent: The id of the Checkout session or subscription for which the intent is created, or
    ///   nil.
    func create(_ wanted: SetupIntent, confirm: Bool, parent: String? = nil) throws -> SetupIntent {
        try MetadataRules.check(wanted.metadata)
        if confirm, wanted.paymentMethod == nil { throw ProcessorError.missing("payment_method") }
        try emit("setup_intent.created", put(wanted, parent: parent))
        return confirm ? try attempt(wanted) : wanted
    }

    /// Returns a new, unsaved setup intent.
    func newSetupIntent(_ method: String?) throws -> SetupIntent {
        let id = try newID("seti")
        return SetupIntent(
            id: id, clientSecret: clientSecret(of: id), created: now, paymentMethod: method)
    }

    func confirm(setupIntent id: String, method: String?, returnURL: String?) throws -> SetupIntent {
        var intent = try inPath(SetupIntent.self, id)
        try expect(
            intent, in: [.requiresPaymentMethod, .requiresConfirmation, .requiresAction], to: "confirm")
        guard let name = method ?? intent.paymentMethod else {
            throw Executed(
                .unexpectedState(
                    of: intent, "You cannot confirm this SetupIntent because it has no payment method."))
        }
        intent.paymentMethod = try self.method(name, for: intent.customer).id
        intent.returnURL = returnURL ?? intent.returnURL
        return try attempt(intent)
    }

    /// Attempts to set up the intent's payment method with the bank, and saves the result.
    ///
    /// - Parameter challenged: Whether the payer has already passed the bank's challenge.
    func attempt(_ intent: SetupIntent, challenged: Bool = false) throws -> SetupIntent {
        var intent = intent
        let method = try named(PaymentMethod.self, intent.paymentMethod ?? "", by: "payment_method")
        intent.lastError = nil
        intent.microdepositArrival = challenged ? nil : microdepositArrival(of: intent, method)
        let outcome = SetupOutcome.of(method, challenged: challenged, at: now)
        switch intent.microdepositArrival == nil ? outcome : .needsAction {
        case .succeeds:
            intent.status = .succeeded
            try record("succeeded", of: &intent, method.id)
            intent.mandate = try createMandate(for: method, intent.acceptance ?? .null)?.id
            if let customer = intent.customer { try bind(method, to: customer) }
            try emit("setup_intent.succeeded", put(intent))
            try checkoutSetUp(by: intent)
            try subscriptionSetUp(by: intent)
        case .needsAction:
            intent.status = .requiresAction
            try record("requires_action", of: &intent, method.id)
            try emit("setup_intent.requires_action", put(intent))
        case .declines(let decline):
            throw try declined(&intent, decline)
        }
        return intent
    }

    /// Records that a setup intent was declined, and returns the error for the response.
    private func declined(_ intent: inout SetupIntent, _ decline: Decline) throws -> Executed {
        var error = decline.error()
        error.setupIntent = intent.id
        try fail(&intent, error)
        return Executed(error)
    }

    func fail(_ intent: inout SetupIntent, _ error: ProcessorError) throws {
        try record("failed", of: &intent, intent.paymentMethod ?? "", error: error)
        intent.status = .requiresPaymentMethod
        intent.paymentMethod = nil
        intent.lastError = error
        try emit("setup_intent.setup_failed", put(intent))
    }

    /// Completes the bank's challenge with the outcome that the payer chose.
    func challenge(setupIntent id: String, _ outcome: PaymentIntent.ChallengeOutcome) throws -> SetupIntent {
        var intent = try inPath(SetupIntent.self, id)
        guard intent.status == .requiresAction else {
            throw ProcessorError.unexpectedState(
                of: intent, "This SetupIntent is not waiting for authentication.")
        }
        guard outcome == .failed else { return try attempt(intent, challenged: true) }
        var error = ProcessorError(
            .invalidRequest, status: 402, code: "setup_intent_authentication_failure",
            message:
                "The latest attempt to set up the payment method has failed because authentication failed.")
        error.setupIntent = id
        try fail(&intent, error)
        return intent
    }

    func cancel(setupIntent id: String, reason: String?) throws -> SetupIntent {
        var intent = try inPath(SetupIntent.self, id)
        try expect(
            intent, in: [.requiresPaymentMethod, .requiresConfirmation, .requiresAction], to: "cancel")
        intent.status = .canceled
        intent.cancellationReason = reason
        try emit("setup_intent.canceled", put(intent))
        return intent
    }

    /// Throws an error unless the setup intent has one of these statuses. The error is stored as the response
    /// for the request's idempotency key.
    ///
    /// - Parameter verb: The action that the error message names, such as `cancel`.
    func expect(_ intent: SetupIntent, in states: Set<SetupIntent.Status>, to verb: String) throws {
        guard !states.contains(intent.status) else { return }
        throw Executed(
            .unexpectedState(
                of: intent,
                "You cannot \(verb) this SetupIntent because it has a status of \(intent.status.rawValue)."))
    }
}

extension ProcessorError {
    /// Creates the error for a request that the setup intent's status does not allow.
    static func unexpectedState(of intent: SetupIntent, _ message: String) -> ProcessorError {
        var error = invalid("setup_intent_unexpected_state", message)
        error.setupIntent = intent.id
        return error
    }
}
