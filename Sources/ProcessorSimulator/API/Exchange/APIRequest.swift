import Processor
import TextKit

/// A request of Stripe's API as values: what came over the wire, without the wire.
public struct APIRequest: Sendable {
    /// `GET`, `POST` or `DELETE`.
    public var method: String
    /// `/v1/payment_intents/pi_…`, without its query, percent-decoded.
    public var path: String
    /// What stands behind `?`.
    public var query: [UInt8]
    /// The body, `application/x-www-form-urlencoded`.
    public var body: [UInt8]
    /// The API key of `Authorization`: `Bearer sk_test_…`, or Basic's user name; nil without one.
    public var apiKey: String?
    /// `Idempotency-Key`
    public var idempotencyKey: String?
    /// `Stripe-Account`: the connected account that the request is made for.
    public var account: String?

    /// One of these fields.
    public init(
        method: String, path: String, query: [UInt8] = [], body: [UInt8] = [], apiKey: String?,
        idempotencyKey: String? = nil, account: String? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.apiKey = apiKey
        self.idempotencyKey = idempotencyKey
        self.account = account
    }
}

/// An answer of Stripe's API as values.
public struct APIResponse: Hashable, Sendable {
    /// The status of HTTP.
    public var status: Int
    /// JSON in UTF-8.
    public var body: [UInt8]
    /// `req_…`, for `Request-Id`.
    public var requestID: String
    /// The answer of an earlier request with the same key: `Idempotent-Replayed: true`.
    public var isReplayed = false
    /// Whether the same request may be sent again, for `Stripe-Should-Retry`; nil if the caller decides.
    public var shouldRetry: Bool?

    /// One of these fields.
    public init(
        status: Int, body: [UInt8], requestID: String, isReplayed: Bool = false, shouldRetry: Bool? = nil
    ) {
        self.status = status
        self.body = body
        self.requestID = requestID
        self.isReplayed = isReplayed
        self.shouldRetry = shouldRetry
    }
}

extension APIResponse {
    /// An answer of the server itself, in the shape of Stripe's errors.
    ///
    /// - Parameter code: Stripe's code; nil if it has none.
    public static func refusal(status: Int, code: String? = nil, _ message: String) -> APIResponse {
        let kind: ProcessorError.Kind = status >= 500 ? .api : .invalidRequest
        let error = ProcessorError(kind, status: status, code: code, message: message)
        return APIResponse(
            status: status, body: ErrorShape.body(error, in: nil).bytes, requestID: "req_refused")
    }
}

/// Stripe's `error` object.
///
/// Source: Stripe API reference, "Errors".
enum ErrorShape {
    /// The body of an answer that is an error.
    ///
    /// - Parameter call: The request's transaction, where it got that far: the intent, the method and so on are shown.
    static func body(_ error: ProcessorError, in work: EngineTransaction?) -> JSONTree {
        var fields: JSONObject = ["type": JSONTree.string(type(of: error))]
        fields["message"] = .string(error.message)
        if let code = error.code {
            fields["code"] = .string(code)
            fields["doc_url"] = .string(
                "https://stripe.com/docs/error-codes/" + code.replacing("_", with: "-"))
        }
        fields["param"] = error.parameter.map { .string($0) }
        fields["decline_code"] = error.declineCode.map { .string($0) }
        fields["charge"] = error.charge.map { .string($0) }
        if let work, let id = error.paymentIntent, let intent = try? work.find(PaymentIntent.self, id) {
            fields["payment_intent"] = try? work.stripeJSON(intent)
            if error.kind == .card, let id = intent.paymentMethod,
                let method = try? work.find(PaymentMethod.self, id)
            {
                fields["payment_method"] = try? work.stripeJSON(method)
            }
        }
        if let work, let id = error.setupIntent, let intent = try? work.find(SetupIntent.self, id) {
            fields["setup_intent"] = try? work.stripeJSON(intent)
        }
        return ["error": fields.tree]
    }

    /// Returns the fields of the error that Stripe shows in `last_payment_error`.
    static func lastError(_ error: ProcessorError) -> JSONTree {
        var fields: JSONObject = ["type": JSONTree.string(type(of: error)), "message": error.message]
        fields["code"] = error.code.map { .string($0) }
        fields["decline_code"] = error.declineCode.map { .string($0) }
        fields["charge"] = error.charge.map { .string($0) }
        fields["doc_url"] = error.code.map {
            .string("https://stripe.com/docs/error-codes/" + $0.replacing("_", with: "-"))
        }
        return fields.tree
    }

    private static func type(of error: ProcessorError) -> String {
        error.kind == .noAnswer ? ProcessorError.Kind.api.rawValue : error.kind.rawValue
    }
}
