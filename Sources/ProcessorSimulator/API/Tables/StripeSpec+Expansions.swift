/// The parts of Stripe's specification that define which paths `expand` accepts.
extension StripeSpec {
    /// Returns the schemas that the response of an operation can have. Returns nil if the specification does not
    /// contain the operation.
    static func results(of operation: String) -> [Substring]? { resultSchemas[operation] }

    /// Returns the schemas of the objects in a field. The result is empty if `expand` does not accept the
    /// field.
    ///
    /// - Parameter schema: The name of a schema. The name of a list is `*` and the name of its elements' schema;
    ///   that of a map starts with `%` instead.
    static func targets(of schema: Substring, _ field: String) -> [Substring] {
        switch schema.first {
        case "*": return field == "data" ? [schema.dropFirst()] : []
        case "%":
            let found = targets(of: schema.dropFirst(), field)
            return found.isEmpty ? [schema.dropFirst()] : found
        default: return expandable[schema]?[field] ?? []
        }
    }

    /// The operations of the SDK that the specification lacks, such as `POST /v1/topups`.
    static let missing: [Missing] = StripeTables.missing.split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return Missing(method: String(words[0]), pattern: String(words[1]), isList: words.count > 2)
    }

    /// An operation that the specification lacks.
    struct Missing: Hashable, Sendable {
        var method: String
        var pattern: String
        /// Whether the operation is a list whose path has no placeholder.
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
