import Processor
import TimeKit

extension Work {
    /// A new setup intent; with `confirm` its method is set up at once.
    ///
    /// - Parameter parent: The Checkout page that it is made for.
    func create(_ wanted: SetupIntent, confirm: Bool, parent: String? = nil) throws -> SetupIntent {
        try MetadataRules.check(wanted.metadata)
        if confirm, wanted.paymentMethod == nil { throw ProcessorError.missing("payment_method") }
        try emit("setup_intent.created", put(wanted, parent: parent))
        return confirm ? try attempt(wanted) : wanted
    }

    /// An intent of which nothing has happened yet; not kept yet.
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

    /// Asks the bank whether the method may be kept.
    private func attempt(_ intent: SetupIntent, challenged: Bool = false) throws -> SetupIntent {
        var intent = intent
        let method = try named(PaymentMethod.self, intent.paymentMethod ?? "", by: "payment_method")
        intent.lastError = nil
        switch SetupOutcome.of(method, challenged: challenged, at: now) {
        case .succeeds:
            intent.status = .succeeded
            if let customer = intent.customer { try bind(method, to: customer) }
            try emit("setup_intent.succeeded", put(intent))
            try checkoutSetUp(by: intent)
        case .needsAction:
            intent.status = .requiresAction
            try emit("setup_intent.requires_action", put(intent))
        case .declines(let decline):
            var error = decline.error(intent: nil, charge: nil)
            error.setupIntent = intent.id
            try fail(&intent, error)
            throw Executed(error)
        }
        return intent
    }

    private func fail(_ intent: inout SetupIntent, _ error: ProcessorError) throws {
        intent.status = .requiresPaymentMethod
        intent.paymentMethod = nil
        intent.lastError = error
        try emit("setup_intent.setup_failed", put(intent))
    }

    /// The end of the bank's question to the donor.
    func challenge(setupIntent id: String, _ outcome: PaymentIntent.ChallengeOutcome) throws -> SetupIntent {
        var intent = try inPath(SetupIntent.self, id)
        guard intent.status == .requiresAction else {
            throw ProcessorError.unexpectedState(of: intent, "No challenge is open.")
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

    /// Refuses what does not fit where the intent stands; its key remembers that.
    func expect(_ intent: SetupIntent, in states: Set<SetupIntent.Status>, to verb: String) throws {
        guard !states.contains(intent.status) else { return }
        throw Executed(
            .unexpectedState(
                of: intent,
                "You cannot \(verb) this SetupIntent because it has a status of \(intent.status.rawValue)."))
    }
}

extension ProcessorError {
    /// A setup intent stands where this cannot be done.
    static func unexpectedState(of intent: SetupIntent, _ message: String) -> ProcessorError {
        var error = invalid("setup_intent_unexpected_state", message)
        error.setupIntent = intent.id
        return error
    }
}
