import Processor
import TextKit

extension SearchQuery {
    /// The maximum number of clauses.
    private static let mostClauses = 10

    /// Parses a query. Clauses are separated by `AND`, `OR` or only spaces. Spaces alone mean `AND`. A query
    /// cannot contain both `AND` and `OR`.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for a malformed query, or for a query with too many
    ///   clauses.
    init(_ text: String) throws(ProcessorError) {
        var rest = text[...]
        var clauses: [Clause] = []
        var isAny: Bool?
        Self.skipSpaces(&rest)
        while !rest.isEmpty {
            clauses.append(try Self.clause(&rest))
            let end = rest.startIndex
            Self.skipSpaces(&rest)
            guard !rest.isEmpty else { break }
            // A clause ends at a space or at the end of the query.
            guard rest.startIndex != end else { throw Self.malformed }
            let word = rest.prefix { !$0.isWhitespace }.uppercased()
            let joins = word == "AND" || word == "OR"
            if joins {
                rest.removeFirst(word.count)
                Self.skipSpaces(&rest)
                guard !rest.isEmpty else { throw Self.malformed }
            }
            guard isAny == nil || isAny == (word == "OR") else {
                throw Self.refused("A search query cannot contain both AND and OR.")
            }
            isAny = word == "OR"
        }
        guard !clauses.isEmpty else { throw Self.malformed }
        guard clauses.count <= Self.mostClauses else {
            throw Self.refused("A search query can have at most \(Self.mostClauses) clauses.")
        }
        self.init(clauses: clauses, isAny: isAny ?? false)
    }

    private static func clause(_ rest: inout Substring) throws(ProcessorError) -> Clause {
        var clause = Clause(field: "")
        if rest.first == "-" {
            clause.isNegated = true
            rest.removeFirst()
        }
        clause.field = String(
            rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") })
        rest.removeFirst(clause.field.count)
        if clause.field == "metadata" {
            guard rest.first == "[" else { throw malformed }
            rest.removeFirst()
            guard let key = try quoted(&rest), rest.first == "]" else { throw malformed }
            rest.removeFirst()
            (clause.field, clause.isMetadata) = (key, true)
        }
        guard clause.isMetadata || !clause.field.isEmpty else { throw malformed }
        clause.comparison = try comparison(&rest)
        clause.value = try value(&rest)
        return clause
    }

    private static func comparison(_ rest: inout Substring) throws(ProcessorError) -> Operator {
        // The longer operators are first.
        let operators: [(text: String, comparison: Operator)] = [
            (">=", .greaterOrEqual), ("<=", .lessOrEqual), (">", .greater), ("<", .less), (":", .equals),
            ("~", .contains),
        ]
        guard let found = operators.first(where: { rest.hasPrefix($0.text) }) else { throw malformed }
        rest.removeFirst(found.text.count)
        return found.comparison
    }

    /// Parses a quoted string, an integer, `true`, `false` or `null`. Other strings must be quoted.
    ///
    /// - Returns: The value, or nil for `null`.
    private static func value(_ rest: inout Substring) throws(ProcessorError) -> String? {
        if let text = try quoted(&rest) { return text }
        let word = String(rest.prefix { !$0.isWhitespace })
        rest.removeFirst(word.count)
        if word.lowercased() == "null" { return nil }
        guard Int64(word) != nil || Bool(word.lowercased()) != nil else { throw malformed }
        return word
    }

    /// Parses a string in single or double quotation marks, in which a backslash escapes the next character.
    /// Returns nil if the remaining text does not begin with a quotation mark.
    private static func quoted(_ rest: inout Substring) throws(ProcessorError) -> String? {
        guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == quote { return text }
            if character == "\\" {
                guard let escaped = rest.popFirst() else { break }
                text.append(escaped)
            } else {
                text.append(character)
            }
        }
        throw malformed
    }

    private static func skipSpaces(_ rest: inout Substring) {
        while rest.first?.isWhitespace == true { rest.removeFirst() }
    }

    private static let malformed = refused(
        "We were unable to parse your search query. Try using the format `metadata[\"key\"]:\"value\"` to query for metadata or key:\"value\" to query for other fields."
    )
}
