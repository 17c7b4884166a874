public import FailureKit

/// An error response from the processor, or the lack of a response. Most properties are fields of Stripe's
/// errors.
///
/// Source: Stripe API reference, "Errors"; documentation, "Error codes".
public struct ProcessorError: Failure, Hashable, Sendable, Codable {
    /// The kind of error, which determines how a caller can react.
    public enum Kind: String, Sendable, Codable {
        /// The card was declined or requires authentication. The HTTP status is 402.
        case card = "card_error"
        /// The request is invalid. The HTTP status is usually 400, 401, 403 or 404.
        case invalidRequest = "invalid_request_error"
        /// The idempotency key cannot be used. Either it was used before with different parameters (HTTP
        /// status 400), or its first request is still running (HTTP status 409).
        case idempotency = "idempotency_error"
        /// The processor had an internal error (HTTP status 500 or above), or its response cannot be read.
        case api = "api_error"
        /// The processor did not respond. The request may or may not have been executed. This kind does not
        /// exist in Stripe's API.
        case noAnswer = "no_answer"
    }

    /// The kind of error.
    public var kind: Kind
    /// The HTTP status of the response, or 0 if there was no response.
    public var status: Int
    /// Stripe's error code, such as `card_declined` or `resource_missing`. Nil if the error has no code.
    public var code: String?
    /// The bank's reason for a decline, such as `insufficient_funds`, or nil. The reason must not be shown to
    /// payers.
    public var declineCode: String?
    /// The error message. It is written for developers, and payers do not see it.
    public var message: String
    /// The name of the invalid parameter in Stripe's API, or nil.
    public var parameter: String?
    /// The id of the payment intent that failed, or nil.
    public var paymentIntent: String?
    /// The id of the customer that was created for the failed payment, or nil. Stripe's API does not have
    /// this field.
    public var customer: String?
    /// The id of the setup intent that failed, or nil.
    public var setupIntent: String?
    /// The id of the payment method that failed, or nil. This id is set only in
    /// ``PaymentIntent/lastPaymentError``.
    public var paymentMethod: String?
    /// The id of the charge that was declined, or nil.
    public var charge: String?
    /// The id that the processor assigned to the request, or nil if it is unknown. The processor's support
    /// team asks for this id.
    public var requestID: String?

    /// Creates a processor error.
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

    /// Whether the API key is invalid or lacks a permission.
    package var isAboutKey: Bool { status == 401 || status == 403 }

    /// Whether the processor may have executed the request, or was too busy to execute it. If true, the
    /// caller must send the identical request again with the same key.
    public var leavesOutcomeUnknown: Bool {
        switch kind {
        case .noAnswer, .api: true
        case .idempotency: status == 409
        case .card, .invalidRequest: status == 429
        }
    }
}

extension ProcessorError {
    /// The error code, or the name of the error's kind if the error has no code.
    public var failureCode: String { code ?? kind.rawValue }

    /// The failure's category. If it is `tryAgain`, the caller should send the request again.
    public var category: FailureCategory { leavesOutcomeUnknown ? .tryAgain : .refused }

    /// A clause that summarizes the failure.
    public var summary: String {
        switch kind {
        case .noAnswer: "the processor did not respond"
        case .api: "the processor could not complete the request"
        case .card, .invalidRequest, .idempotency: "the processor refused the request"
        }
    }

    /// The error message, which describes the cause.
    public var reason: String { message }
}
