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

    /// The name under which the answer to a request of the API is kept: each account has keys of its own.
    ///
    /// The typed door keeps its answers under the keys as they are: another shape of the same answers.
    static func name(_ key: String, of account: String?) -> String { "\(account ?? ""):\(key)" }

    /// The key was used at the other door, which alone can answer again: nothing is carried out twice.
    static let otherDoor = ProcessorError(
        .idempotency, status: 409, code: "idempotency_key_in_use",
        message: """
            This idempotency key was used in another way: in the same process, or over the API. Its answer is \
            kept there; send the request in the way in which it was sent first.
            """)

    /// The key was used for something else.
    static let clash = ProcessorError(
        .idempotency, status: 400, code: "idempotency_error",
        message: """
            Keys for idempotent requests can only be used with the same parameters they were first used with. \
            Try using a key other than this one if you meant to execute a different request.
            """)
}
