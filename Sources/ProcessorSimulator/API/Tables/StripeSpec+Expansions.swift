/// The parts of Stripe's specification that define which paths the `expand` parameter accepts.
extension StripeSpec {
    /// Returns the schemas that the response of an operation can have. Returns nil if the specification does
    /// not contain the operation.
    static func results(of operation: String) -> [Substring]? { resultSchemas[operation] }

    /// Returns the schemas of the objects that a field can contain. The result is empty if the field cannot
    /// be expanded.
    ///
    /// - Parameter schema: The name of an object's schema. For a list, the name is `*` followed by the name
    ///   of its elements' schema. For a map, the name is `%` followed by the name of its values' schema.
    static func targets(of schema: Substring, _ field: String) -> [Substring] {
        switch schema.first {
        case "*": return field == "data" ? [schema.dropFirst()] : []
        case "%":
            let found = targets(of: schema.dropFirst(), field)
            return found.isEmpty ? [schema.dropFirst()] : found
        default: return expandable[schema]?[field] ?? []
        }
    }

    /// The operations in Stripe's SDK that the specification does not contain, such as `POST /v1/topups`.
    static let missing: [Missing] = StripeTables.missing.split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return Missing(method: String(words[0]), pattern: String(words[1]), isList: words.count > 2)
    }

    /// An operation that the specification does not contain.
    struct Missing: Hashable, Sendable {
        var method: String
        var pattern: String
        /// Whether the operation returns a list and its path has no placeholder.
        var isList: Bool
    }

    private static let resultSchemas: [String: [Substring]] = Dictionary(
        StripeTables.results.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return ("\(words[0]) \(words[1])", Array(words.dropFirst(2)))
        }
    ) { first, _ in first }

    private static let expandable: [Substring: [String: [Substring]]] = {
        var tables: [Substring: [String: [Substring]]] = [:]
        var schema: Substring = ""
        for line in StripeTables.expansions.split(separator: "\n") {
            guard line.hasPrefix("\t") else {
                schema = line
                continue
            }
            let words = line.dropFirst().split(separator: " ")
            tables[schema, default: [:]][String(words[0])] = Array(words.dropFirst())
        }
        return tables
    }()
}
