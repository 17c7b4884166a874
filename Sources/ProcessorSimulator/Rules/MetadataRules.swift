import Processor

/// The rules for metadata and its updates.
///
/// Source: Stripe API reference, "Metadata".
enum MetadataRules {
    static let mostKeys = 50
    static let longestKey = 40
    static let longestValue = 500

    static func check(_ metadata: Metadata) throws(ProcessorError) {
        try require(
            metadata.count <= mostKeys, "Metadata can have up to \(mostKeys) keys.", parameter: "metadata")
        for (key, value) in metadata {
            try require(
                !key.isEmpty && (key.utf8.count <= longestKey || key.count <= longestKey)
                    && !key.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }),
                "Metadata keys must have 1 to \(longestKey) characters and no square brackets.",
                parameter: "metadata")
            try require(
                value.utf8.count <= longestValue || value.count <= longestValue,
                "Metadata values can have up to \(longestValue) characters.",
                parameter: "metadata[\(key)]")
        }
    }

    /// Returns the metadata after an update. Keys are added or replaced, and an empty value removes its key.
    static func merged(_ old: Metadata, with new: Metadata) throws(ProcessorError) -> Metadata {
        let merged = old.merging(new) { $1 }.filter { !$0.value.isEmpty }
        try check(merged)
        return merged
    }
}

/// The rules for idempotency keys.
///
/// Source: Stripe API reference, "Idempotent requests".
enum KeyRules {
    static func check(_ key: IdempotencyKey) throws(ProcessorError) {
        try require(
            !key.rawValue.isEmpty && key.rawValue.count <= IdempotencyKey.longest,
            "Idempotency keys must have 1 to \(IdempotencyKey.longest) characters.",
            parameter: "Idempotency-Key")
    }

    /// Returns the key under which the response to a Stripe API request is stored. The key includes the
    /// account, because two accounts can use the same idempotency key.
    ///
    /// The response to a ``PaymentProcessor`` call has a different format, and is stored under the unchanged
    /// idempotency key.
    static func name(_ key: String, of account: String?) -> String { "\(account ?? ""):\(key)" }

    /// The error for an idempotency key that was first used through a different interface. The two interfaces
    /// are ``PaymentProcessor`` and Stripe's API.
    ///
    /// The request must not be executed again. The stored response cannot be returned, because its format is
    /// that of the first interface.
    static let otherInterface = ProcessorError(
        .idempotency, status: 409, code: "idempotency_key_in_use",
        message: """
            The HTTP API and direct calls in the same process cannot share an idempotency key. To get the \
            stored response, repeat the request through the interface that first used this key.
            """)

    /// The error for an idempotency key that was first used for a different request.
    static let clash = ProcessorError(
        .idempotency, status: 400, code: "idempotency_error",
        message: """
            Keys for idempotent requests can only be used with the same parameters they were first used with. \
            Try using a key other than this one if you meant to execute a different request.
            """)
}

/// The rules for the parameters of lists.
///
/// Source: Stripe API reference, "Pagination".
enum ListRules {
    static func check(_ query: ListQuery) throws(ProcessorError) {
        try require(
            (1...100).contains(query.limit), "parameter_invalid_integer",
            "Invalid integer: limit must be between 1 and 100.",
            parameter: "limit")
        try require(
            query.startingAfter == nil || query.endingBefore == nil,
            "Received both starting_after and ending_before parameters. Please pass in only one.")
    }

    /// Checks the number of event types in a list's `types` filter. Source: Stripe API reference, "List all
    /// events", `types`.
    static func check(eventTypes types: [String]) throws(ProcessorError) {
        try require(
            types.count <= 20, "Array too long: types has \(types.count) elements; the maximum is 20.",
            parameter: "types")
    }
}
