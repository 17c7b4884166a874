import Processor
import TextKit

/// `/v1/setup_intents`
///
/// Source: Stripe API reference, "SetupIntents".
enum SetupIntentRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: asked.union(["confirm", "usage", "on_behalf_of", "return_url"]),
            keeps: shown.union(["mandate_data", "use_stripe_sdk"])
        ) { call in
            try call.shown(call.work.create(wanted(call), confirm: call["confirm"].bool ?? false))
        },
        .list(path, SetupIntent.self, by: ["customer": "customer", "payment_method": "paymentMethod"]),
        .get(one, simulates: ["client_secret"], isPublic: true) { call in try call.shown(known(call)) },
        .post(one, simulates: asked, keeps: shown) { call in
            var intent = try known(call)
            try call.work.expect(
                intent, in: [.requiresPaymentMethod, .requiresConfirmation, .requiresAction], to: "update")
            try change(&intent, call)
            try call.work.put(intent)
            return try call.shown(intent)
        },
        .post(
            one + "/confirm",
            simulates: ["client_secret", "payment_method", "payment_method_data", "return_url"],
            keeps: ["mandate_data", "payment_method_options", "use_stripe_sdk"], isPublic: true
        ) { call in
            let intent = try known(call)
            try call.work.checkNotOfCheckout(intent, to: "confirm")
            return try call.shown(
                call.work.confirm(
                    setupIntent: intent.id, method: call.namedMethod(), returnURL: call["return_url"].string))
        },
        .post(one + "/cancel", simulates: ["cancellation_reason"]) { call in
            try call.work.checkNotOfCheckout(
                call.noun(SetupIntent.self), to: "cancel")
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

    private static func wanted(_ call: Call) throws -> SetupIntent {
        var intent = try call.work.newSetupIntent(nil)
        intent.usage = call["usage"].string ?? intent.usage
        intent.returnURL = call["return_url"].string
        if let id = call["on_behalf_of"].string {
            intent.onBehalfOf = try call.work.named(Account.self, id, by: "on_behalf_of").id
        }
        try change(&intent, call)
        return intent
    }

    private static func change(_ intent: inout SetupIntent, _ call: Call) throws {
        if let id = call["customer"].string { intent.customer = try call.work.living(id, by: "customer").id }
        if let name = try call.namedMethod() {
            intent.paymentMethod = try call.work.method(name, for: intent.customer).id
            intent.status = .requiresConfirmation
        }
        call.take("description", into: &intent.description)
        intent.metadata = try call.metadata(over: intent.metadata)
    }

    /// The intent of the path; a page's request has to know its secret.
    private static func known(_ call: Call) throws -> SetupIntent {
        let intent = try call.noun(SetupIntent.self)
        guard let secret = call["client_secret"].string, secret != intent.clientSecret else { return intent }
        throw ProcessorError.invalid(
            "setup_intent_invalid_parameter", "The client_secret provided does not match this SetupIntent.",
            parameter: "client_secret")
    }
}
