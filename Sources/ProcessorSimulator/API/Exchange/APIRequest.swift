import Processor
import TextKit

/// A request to Stripe's API, independent of HTTP.
public struct APIRequest: Sendable {
    /// The method: `GET`, `POST` or `DELETE`.
    public var method: String
    /// The path without the query, percent-decoded, such as `/v1/payment_intents/pi_…`.
    public var path: String
    /// The query string: the part of the URL after `?`.
    public var query: [UInt8]
    /// The body, in the format `application/x-www-form-urlencoded`.
    public var body: [UInt8]
    /// The API key from the `Authorization` header: either the bearer token, or the user name of Basic
    /// authentication. Nil if the request has no key.
    public var apiKey: String?
    /// The `Idempotency-Key` header.
    public var idempotencyKey: String?
    /// The `Stripe-Account` header: the connected account for which the request is made.
    public var account: String?
    /// Whether a list of the platform's events also includes the events of connected accounts. This option is
    /// for clients that cannot receive webhooks. Stripe's API does not have this option.
    public var wantsEventsOfAccounts = false

    /// The name of the header that sets ``wantsEventsOfAccounts``. The value of the header does not matter.
    public static let eventsOfAccountsHeader = "Tapctl-Events-Of-Accounts"

    /// Creates a request for which ``wantsEventsOfAccounts`` is false.
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

/// A response from Stripe's API, independent of HTTP.
public struct APIResponse: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body, as JSON in UTF-8.
    public var body: [UInt8]
    /// The request's id, `req_…`, for the `Request-Id` header.
    public var requestID: String
    /// Whether this response was stored for an earlier request with the same idempotency key. If true, the
    /// response has the header `Idempotent-Replayed: true`.
    public var isReplayed = false
    /// The id of the first request with the same idempotency key, for the `Original-Request` header. Nil if
    /// the request has no idempotency key, or if the response is not stored for the key.
    public var originalRequest: String?
    /// The value of the `Stripe-Should-Retry` header: whether the client should send the same request again.
    /// If nil, the header is omitted, and the client decides.
    public var shouldRetry: Bool?

    /// Creates a response.
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
    /// Returns an error response in Stripe's JSON format, for an error that the HTTP server itself detects.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - code: Stripe's error code, or nil.
    ///   - message: The error message.
    public static func refusal(status: Int, code: String? = nil, _ message: String) -> APIResponse {
        let kind: ProcessorError.Kind = status >= 500 ? .api : .invalidRequest
        let error = ProcessorError(kind, status: status, code: code, message: message)
        return APIResponse(
            status: status, body: ErrorShape.body(error, in: nil), requestID: "req_refused")
    }
}

/// Stripe's `error` object, which describes a failed request.
///
/// Source: Stripe API reference, "Errors".
enum ErrorShape {
    /// Returns the body of an error response.
    ///
    /// - Parameter work: The request's transaction. If present, the body includes the objects that the error
    ///   refers to, such as the payment intent and the payment method. Nil if the request has no transaction.
    static func body(_ error: ProcessorError, in work: EngineTransaction?) -> [UInt8] {
        var fields: JSONObject = ["type": type(of: error), "message": error.message]
        fields["code"] = error.code?.tree
        fields["doc_url"] = documentation(of: error)
        fields["param"] = error.parameter?.tree
        fields["decline_code"] = error.declineCode?.tree
        fields["charge"] = error.charge?.tree
        if let work, let id = error.paymentIntent, let intent = try? work.find(PaymentIntent.self, id) {
            fields["payment_intent"] = try? work.stripeJSON(intent).tree
            if error.kind == .card, let id = intent.paymentMethod ?? intent.lastPaymentError?.paymentMethod,
                let method = try? work.find(PaymentMethod.self, id)
            {
                fields["payment_method"] = try? work.stripeJSON(method).tree
            }
        }
        if let work, let id = error.setupIntent, let intent = try? work.find(SetupIntent.self, id) {
            fields["setup_intent"] = try? work.stripeJSON(intent).tree
        }
        return (["error": fields.tree] as JSONTree).bytes
    }

    /// Returns an error as a JSON object with the same fields as Stripe's `last_payment_error`.
    static func lastError(_ error: ProcessorError) -> JSONObject {
        var fields: JSONObject = ["type": type(of: error), "message": error.message]
        fields["code"] = error.code?.tree
        fields["decline_code"] = error.declineCode?.tree
        fields["charge"] = error.charge?.tree
        fields["doc_url"] = documentation(of: error)
        return fields
    }

    /// The address of the documentation of an error's code, or nil for an error without a code.
    private static func documentation(of error: ProcessorError) -> JSONTree? {
        error.code.map { .string("https://stripe.com/docs/error-codes/" + $0.replacing("_", with: "-")) }
    }

    private static func type(of error: ProcessorError) -> String {
        error.kind == .noAnswer ? ProcessorError.Kind.api.rawValue : error.kind.rawValue
    }
}
