public import FailureKit

/// Why the processor did not do what it was asked for, in Stripe's words.
///
/// Source: Stripe API reference, "Errors"; documentation, "Error codes".
public struct ProcessorError: Failure, Hashable, Sendable, Codable {
    /// Who has to do something about it.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The card was declined, or needs its owner: HTTP 402.
        case card = "card_error"
        /// The request makes no sense: HTTP 400, 404.
        case invalidRequest = "invalid_request_error"
        /// A key was used again with other parameters (400), or while its first request still runs (409).
        case idempotency = "idempotency_error"
        /// The processor failed: HTTP 5xx.
        case api = "api_error"
        /// No answer came: the request may or may not have been carried out. Not a kind of Stripe's.
        case noAnswer = "no_answer"
    }

    /// Who has to do something about it.
    public var kind: Kind
    /// The status of the HTTP answer; 0 when none came.
    public var status: Int
    /// Stripe's code, `card_declined`, `resource_missing`; nil where Stripe has none.
    public var code: String?
    /// The bank's reason, `insufficient_funds`; only for declines. Never shown to a donor.
    public var declineCode: String?
    /// The processor's sentence; for developers, not for donors.
    public var message: String
    /// The parameter that was wrong, in Stripe's spelling.
    public var parameter: String?
    /// The id of the payment intent that failed, where there is one.
    public var paymentIntent: String?
    /// The id of the customer that was created for the failed payment, or nil. Not one of Stripe's fields.
    public var customer: String?
    /// The id of the setup intent that failed, where there is one.
    public var setupIntent: String?
    /// The id of the charge that was declined, where there is one.
    public var charge: String?
    /// The processor's id of the request, for its support.
    public var requestID: String?

    /// An error of these fields.
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

    /// Whether the key was not taken, or may not do this: nothing is said about what was asked for.
    package var isAboutKey: Bool { status == 401 || status == 403 }

    /// Whether nobody can tell from this answer if the request was carried out: the identical request with the
    /// same key has to be sent again.
    public var leavesOutcomeUnknown: Bool {
        switch kind {
        case .noAnswer, .api: true
        case .idempotency: status == 409
        case .card, .invalidRequest: status == 429
        }
    }
}

extension ProcessorError {
    /// The stable code: Stripe's code, or its type if there is none.
    public var failureCode: String { code ?? kind.rawValue }

    /// The kind of failure.
    public var category: FailureCategory { leavesOutcomeUnknown ? .tryAgain : .refused }

    /// A clause that says what happened.
    public var summary: String { "the processor refused the request" }

    /// The cause, in the processor's own words.
    public var reason: String { message }
}
