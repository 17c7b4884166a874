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
}
