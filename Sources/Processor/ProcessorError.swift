public import FailureKit

/// The reason that the processor did not execute a request, as Stripe words it.
///
/// Source: Stripe API reference, "Errors"; documentation, "Error codes".
public struct ProcessorError: Failure, Hashable, Sendable, Codable {
    /// The kind of error, which determines how to react to it.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The card was declined or requires authentication: HTTP 402.
        case card = "card_error"
        /// The request is invalid: HTTP 400, 404.
        case invalidRequest = "invalid_request_error"
        /// An idempotency key was reused with other parameters (400), or its first request is still running (409).
        case idempotency = "idempotency_error"
        /// The processor failed: HTTP 5xx.
        case api = "api_error"
        /// The processor did not respond, so the request may or may not have been executed. This is not one of Stripe's
        /// kinds.
        case noAnswer = "no_answer"
    }

    /// The kind of error.
    public var kind: Kind
    /// The HTTP status of the response; 0 if there was none.
    public var status: Int
    /// Stripe's code, such as `card_declined` or `resource_missing`; nil if Stripe has none.
    public var code: String?
    /// The bank's reason for a decline, such as `insufficient_funds`. Never shown to a donor.
    public var declineCode: String?
    /// The processor's message, for developers; not for donors.
    public var message: String
    /// The invalid parameter, under Stripe's name.
    public var parameter: String?
    /// The id of the failed payment intent, if there is one.
    public var paymentIntent: String?
    /// The id of the customer that was created for the failed payment, or nil. Not one of Stripe's fields.
    public var customer: String?
    /// The id of the failed setup intent, if there is one.
    public var setupIntent: String?
    /// The id of the declined charge, if there is one.
    public var charge: String?
    /// The processor's id of the request, for its support team.
    public var requestID: String?

    /// Creates an error.
    public init(
        _ kind: Kind, status: Int, code: String? = nil, declineCode: String? = nil, message: String,
        parameter: String? = nil, paymentIntent: String? = nil, charge: String? = nil,
        requestID: String? = nil
    ) {
        self.kind = kind
        self.status = status
        self.code = code
        self.declineCode = declineCode
        self.message = message
        self.parameter = parameter
        self.paymentIntent = paymentIntent
        self.charge = charge
        self.requestID = requestID
    }

    /// Whether the API key was rejected or lacks permission. The request itself was not checked then.
    package var isAboutKey: Bool { status == 401 || status == 403 }

    /// Whether the response leaves open if the request was executed. The identical request must then be sent again with
    /// the same key.
    public var leavesOutcomeUnknown: Bool {
        switch kind {
        case .noAnswer, .api: true
        case .idempotency: status == 409
        case .card, .invalidRequest: status == 429
        }
    }
}

extension ProcessorError {
    /// The stable code: Stripe's code, or its error type for errors without a code.
    public var failureCode: String { code ?? kind.rawValue }

    /// The category: worth a retry, or refused.
    public var category: FailureCategory { leavesOutcomeUnknown ? .tryAgain : .refused }

    /// A clause that summarizes the failure.
    public var summary: String { "the processor refused the request" }

    /// The cause, in the processor's own words.
    public var reason: String { message }
}
