import Processor

/// What an idempotency key may be.
///
/// Source: Stripe API reference, "Idempotent requests".
enum KeyRules {
    static func check(_ key: IdempotencyKey) throws(ProcessorError) {
        guard !key.rawValue.isEmpty, key.rawValue.count <= IdempotencyKey.longest else {
            throw .invalid(
                nil, "Idempotency keys have 1 to \(IdempotencyKey.longest) characters.",
                parameter: "Idempotency-Key")
        }
    }

    /// The key was used for something else.
    static let clash = ProcessorError(
        .idempotency, status: 400, code: "idempotency_error",
        message: """
            Keys for idempotent requests can only be used with the same parameters they were first used with. \
            Try using a key other than this one if you meant to execute a different request.
            """)
}
