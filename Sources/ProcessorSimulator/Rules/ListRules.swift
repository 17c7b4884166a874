import Processor

/// What a list may be asked for.
///
/// Source: Stripe API reference, "Pagination".
enum ListRules {
    static func check(_ query: ListQuery) throws(ProcessorError) {
        guard (1...100).contains(query.limit) else {
            throw .invalid(
                "parameter_invalid_integer", "Invalid integer: limit is 1 to 100.", parameter: "limit")
        }
    }

    /// Source: Stripe API reference, "List all events", `types`.
    static func check(eventTypes types: [String]) throws(ProcessorError) {
        guard types.count <= 20 else {
            throw .invalid(
                nil, "Array too long: types has \(types.count) elements, and may have 20.", parameter: "types"
            )
        }
    }
}
