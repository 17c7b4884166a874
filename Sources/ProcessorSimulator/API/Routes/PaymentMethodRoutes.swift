import Processor
import TextKit
import TimeKit

/// The routes of `/v1/payment_methods`.
///
/// Source: Stripe API reference, "PaymentMethods".
enum PaymentMethodRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: asked.union(["payment_method", "customer"]).union(ParameterShape.pageNames),
            keeps: ["billing_details", "metadata"], isPublic: true
        ) { call in
            if let name = call["payment_method"].string {
                return try call.shown(call.work.share(method: name, of: call["customer"].string))
            }
            return try call.shown(make(call.work, call.parameters.tree, in: nil))
        },
        .list(
            path, PaymentMethod.self, by: ["customer": "customer", "type": "kind"], parameters: Filters.part),
        .one(one, PaymentMethod.self),
        .post(
            one, simulates: ["card[exp_month]", "card[exp_year]"],
            keeps: ["billing_details", "metadata", "allow_redisplay"]
        ) {
            call in
            var method = try call.object(PaymentMethod.self)
            if var card = method.card {
                try call.takeExpiry(call["card"], into: &card)
                method.card = card
                try call.work.put(method)
            }
            return try call.shown(method)
        },
        .post(one + "/attach", simulates: ["customer"]) { call in
            let customer = try call.required("customer")
            return try call.shown(call.work.attach(call.path(), to: customer))
        },
        .post(one + "/detach") { call in
            var method = try call.object(PaymentMethod.self)
            try require(
                method.customer != nil,
                "The payment method you provided is not attached to a customer so detachment is impossible.")
            method.customer = nil
            method.isDetached = true
            let written = try call.work.put(method)
            try call.work.emit("payment_method.detached", written)
            return try call.shown(method)
        },
    ]

    private static let path = "/v1/payment_methods"
    private static let one = "/v1/payment_methods/{payment_method}"
    private static let asked: Set<String> = [
        "type", "card[number]", "card[exp_month]", "card[exp_year]", "card[cvc]", "card[token]",
        "us_bank_account[routing_number]", "us_bank_account[account_number]",
        "us_bank_account[account_holder_type]", "us_bank_account[account_type]",
    ]

    /// Creates a payment method from the details in a request: one of Stripe's test card numbers, a token, or
    /// a test bank account.
    static func make(_ work: EngineTransaction, _ submitted: JSONTree, in owner: String?) throws
        -> PaymentMethod
    {
        func name(_ part: String) -> String { owner.map { "\($0)[\(part)]" } ?? part }
        guard let type = submitted["type"].string else { throw ProcessorError.missing(name("type")) }
        switch type {
        case PaymentMethod.Kind.card.rawValue:
            let card = submitted["card"]
            let testName = try CardNumbers.testName(card, in: name("card"))
            let details = try CardDetails(card, at: work.now)
            return try work.create(
                PaymentMethod.Create(
                    testName: testName, expiryMonth: details.month, expiryYear: details.year),
                by: name("card") + "[token]"
            ).object
        case PaymentMethod.Kind.usBankAccount.rawValue:
            return try work.bankAccountMethod(submitted["us_bank_account"], in: name("us_bank_account"))
        default:
            throw ProcessorError.notSimulated(
                "Payment methods of the type '\(type)' are not simulated: use card or us_bank_account.",
                parameter: name("type"))
        }
    }
}

/// The routes of `/v1/setup_intents`.
///
/// Source: Stripe API reference, "SetupIntents".
enum SetupIntentRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: asked.union([
                "confirm", "usage", "on_behalf_of", "return_url", "mandate_data", "use_stripe_sdk",
                "expected_payment_method_type",
            ]),
            keeps: shown
        ) { call in
            try call.shown(call.work.create(call.wantedSetup(), confirm: call["confirm"].bool ?? false))
        },
        .list(path, SetupIntent.self, by: ["customer": "customer", "payment_method": "paymentMethod"]),
        .get(one, simulates: ["client_secret"], isPublic: true) { call in try call.shown(call.knownSetup()) },
        .post(one, simulates: asked, keeps: shown) { call in
            var intent = try call.knownSetup()
            try call.work.expect(
                intent, in: [.requiresPaymentMethod, .requiresConfirmation, .requiresAction], to: "update")
            try call.change(&intent)
            return try call.saved(intent)
        },
        .post(
            one + "/confirm",
            simulates: [
                "client_secret", "payment_method", "payment_method_data", "return_url", "mandate_data",
                "use_stripe_sdk", "expected_payment_method_type",
            ],
            keeps: ["payment_method_options"], isPublic: true
        ) { call in
            var intent = try call.knownSetup()
            try call.work.checkNotOfCheckout(intent, to: "confirm")
            let method = try call.namedMethod()
            try call.checkType(of: method, for: intent.id, object: "SetupIntent")
            if [call.takeAcceptance(&intent), call.takeVerification(&intent)].contains(true) {
                try call.work.put(intent)
            }
            return try call.shown(
                call.work.confirm(
                    setupIntent: intent.id, method: method,
                    returnURL: try call.link("return_url", takesApps: true)))
        },
        .post(
            one + "/verify_microdeposits", simulates: ["amounts", "client_secret", "descriptor_code"],
            isPublic: true
        ) { call in
            let intent = try call.knownSetup()
            return try call.shown(call.work.verify(call.microdeposits(), of: intent))
        },
        .post(one + "/cancel", simulates: ["cancellation_reason"]) { call in
            try call.work.checkNotOfCheckout(
                call.object(SetupIntent.self), to: "cancel")
            return try call.shown(
                call.work.cancel(setupIntent: call.path(), reason: call["cancellation_reason"].string))
        },
    ]

    private static let path = "/v1/setup_intents"
    private static let one = "/v1/setup_intents/{intent}"
    private static let asked: Set<String> = [
        "customer", "payment_method", "payment_method_data", "description", "metadata",
    ]
    private static let shown: Set<String> = [
        "automatic_payment_methods", "payment_method_types", "payment_method_options",
    ]
}

extension Call {
    fileprivate func wantedSetup() throws -> SetupIntent {
        var intent = try work.newSetupIntent(nil)
        intent.usage = self["usage"].string ?? intent.usage
        intent.returnURL = try link("return_url", takesApps: true)
        intent.onBehalfOf = try id(Account.self, "on_behalf_of") ?? intent.onBehalfOf
        try change(&intent)
        return intent
    }

    fileprivate func change(_ intent: inout SetupIntent) throws {
        if let id = self["customer"].string { intent.customer = try work.living(id, by: "customer").id }
        let name = try namedMethod()
        try checkType(of: name, for: intent.id, object: "SetupIntent")
        if let name {
            intent.paymentMethod = try work.method(name, for: intent.customer).id
            intent.status = .requiresConfirmation
        }
        _ = takeAcceptance(&intent)
        _ = takeVerification(&intent)
        take("description", into: &intent.description)
        try takeMetadata(into: &intent.metadata)
    }

    /// Copies the customer's acceptance of a mandate from a request. Returns whether the request contains an
    /// acceptance.
    fileprivate func takeAcceptance(_ intent: inout SetupIntent) -> Bool {
        guard has("mandate_data") else { return false }
        intent.acceptance = self["mandate_data"]["customer_acceptance"]
        return true
    }

    /// Copies the verification method for bank accounts from a request. Returns whether the request contains
    /// a verification method.
    fileprivate func takeVerification(_ intent: inout SetupIntent) -> Bool {
        let options = self["payment_method_options"]["us_bank_account"]
        guard let method = options["verification_method"].string else { return false }
        intent.needsMicrodeposits = method == "microdeposits"
        return true
    }

    /// Returns the setup intent in the path. Throws an error if the request contains a wrong client secret.
    fileprivate func knownSetup() throws -> SetupIntent {
        let intent = try object(SetupIntent.self)
        guard let secret = self["client_secret"].string, secret != intent.clientSecret else { return intent }
        throw ProcessorError.invalid(
            "setup_intent_invalid_parameter", "The client_secret provided does not match this SetupIntent.",
            parameter: "client_secret")
    }
}

/// The routes of `/v1/tokens`.
///
/// Source: Stripe API reference, "Tokens".
enum TokenRoutes {
    static let all: [Route] = [
        .post(
            "/v1/tokens",
            simulates: ParameterShape.pageNames.union([
                "card[number]", "card[exp_month]", "card[exp_year]", "card[cvc]", "card[name]",
                "bank_account[country]", "bank_account[currency]", "bank_account[account_number]",
                "bank_account[routing_number]", "bank_account[account_holder_name]",
                "bank_account[account_holder_type]", "bank_account[account_type]",
            ]), isPublic: true
        ) { call in
            if call.has("card") {
                return try call.shown(call.work.createToken(card(call["card"], at: call.work.now)))
            }
            try require(
                call.has("bank_account"), "parameter_missing",
                "You must supply either a card or a bank account.")
            let account = try call.work.newBankAccount(call["bank_account"], in: "bank_account")
            return try call.shown(call.work.createToken(account))
        },
        .one("/v1/tokens/{token}", Token.self),
    ]

    static func card(_ card: JSONTree, at now: Timestamp) throws -> PaymentMethod.Create {
        let name = try CardNumbers.testName(card, in: "card")
        let details = try CardDetails(card, at: now)
        guard let month = details.month else { throw ProcessorError.missing("card[exp_month]") }
        guard let year = details.year else { throw ProcessorError.missing("card[exp_year]") }
        return PaymentMethod.Create(testName: name, expiryMonth: month, expiryYear: year)
    }
}
