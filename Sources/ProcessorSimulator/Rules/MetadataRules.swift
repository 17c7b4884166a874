import Processor

/// What metadata may hold, and how an update changes it.
///
/// Source: Stripe API reference, "Metadata".
enum MetadataRules {
    static let mostKeys = 50
    static let longestKey = 40
    static let longestValue = 500

    static func check(_ metadata: Metadata) throws(ProcessorError) {
        guard metadata.count <= mostKeys else {
            throw .invalid("Metadata can have up to \(mostKeys) keys.", parameter: "metadata")
        }
        for (key, value) in metadata {
            guard !key.isEmpty, key.utf8.count <= longestKey || key.count <= longestKey,
                !key.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
            else {
                throw .invalid(
                    "Metadata keys must have 1 to \(longestKey) characters and no square brackets.",
                    parameter: "metadata")
            }
            guard value.utf8.count <= longestValue || value.count <= longestValue else {
                throw .invalid(
                    "Metadata values can have up to \(longestValue) characters.",
                    parameter: "metadata[\(key)]")
            }
        }
    }

    /// The metadata after an update: pairs are added or replaced, and an empty value removes its key.
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
        guard !key.rawValue.isEmpty, key.rawValue.count <= IdempotencyKey.longest else {
            throw .invalid(
                "Idempotency keys must have 1 to \(IdempotencyKey.longest) characters.",
                parameter: "Idempotency-Key")
        }
    }

    /// The name under which the answer to a request of the API is kept: each account has keys of its own.
    ///
    /// The typed door keeps its answers under the keys as they are: another shape of the same answers.
    static func name(_ key: String, of account: String?) -> String { "\(account ?? ""):\(key)" }

    /// The key was used at the other door, which alone can answer again: nothing is carried out twice.
    static let otherInterface = ProcessorError(
        .idempotency, status: 409, code: "idempotency_key_in_use",
        message: """
            This idempotency key was first used in another way: within the process or over the API. Its response is \
            stored there; send the request the same way as the first time.
            """)

    /// The key was used for something else.
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
        guard (1...100).contains(query.limit) else {
            throw .invalid(
                "parameter_invalid_integer", "Invalid integer: limit must be 1 to 100.", parameter: "limit")
        }
    }

    /// Source: Stripe API reference, "List all events", `types`.
    static func check(eventTypes types: [String]) throws(ProcessorError) {
        guard types.count <= 20 else {
            throw .invalid(
                "Array too long: types has \(types.count) elements, and may have 20.", parameter: "types"
            )
        }
    }
}
