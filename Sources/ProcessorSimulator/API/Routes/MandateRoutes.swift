import Processor
import TextKit

/// The routes of `/v1/mandates`.
///
/// Source: Stripe API reference, "Mandates".
enum MandateRoutes {
    static let all: [Route] = [.one("/v1/mandates/{mandate}", Mandate.self)]
}

/// The route of `/v1/setup_attempts`.
///
/// Source: Stripe API reference, "SetupAttempts".
enum SetupAttemptRoutes {
    static let all: [Route] = [
        .get("/v1/setup_attempts", simulates: Filters.list.union(["setup_intent"])) { call in
            let intent = try call.work.named(
                SetupIntent.self, call.required("setup_intent"), by: "setup_intent")
            let attempts = try call.work.children(SetupAttempt.self, of: intent.id)
            return try call.page(of: attempts)
        }
    ]
}

extension Call {
    /// Whether the customer cannot be asked to authenticate.
    ///
    /// True if the customer is not present (`off_session`), or if a payment that requires authentication must
    /// fail (`error_on_requires_action`).
    var isOffSession: Bool {
        self["off_session"].bool ?? (self["off_session"].string != nil)
            || self["error_on_requires_action"].bool == true
    }

    /// Checks the type of a payment method against the `payment_method_types` of the request. If the request
    /// does not contain this parameter, checks the type against the payment method types of the intent.
    ///
    /// - Parameters:
    ///   - name: The id or test name of the payment method; nil if the request does not contain one.
    ///   - intent: The id of the intent; nil if the request creates the intent.
    ///   - object: The type of the intent, such as `PaymentIntent`, for error messages.
    func checkType(of name: String?, for intent: String?, object: String) throws {
        var types = self["payment_method_types"]
        if types.isNull, let intent {
            types = try work.kept(for: intent)?["payment_method_types"] ?? .null
        }
        try MethodTypeRules.check(types: types)
        guard let name, !types.elements.isEmpty else { return }
        if let kind = try work.kind(of: name) { try MethodTypeRules.check(kind, types: types, of: object) }
    }

    /// Creates a mandate for a payment if the request contains `mandate_data` and the payment has a payment
    /// method.
    func keepMandate(of intent: PaymentIntent) throws {
        guard has("mandate_data"), let method = try work.find(PaymentMethod.self, intent.paymentMethod) else {
            return
        }
        let isSingle = intent.setupFutureUsage == nil
        try work.createMandate(
            for: method, self["mandate_data"]["customer_acceptance"],
            of: isSingle ? (minor: intent.amount, currency: intent.currency) : nil)
    }
}
