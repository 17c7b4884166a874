import Processor
import TextKit
import TimeKit

/// A search query in Stripe's language, such as `status:'succeeded' AND metadata['order']:'1'`.
///
/// Clauses are joined by AND. Each clause compares a field or a metadata key with an exact text. A search does not
/// find objects that are newer than ``ProcessorConfiguration/searchLag``.
///
/// Source: Stripe documentation, "Search query language".
struct SearchQuery {
    /// A clause of the query.
    struct Clause {
        /// The name of a field, such as `status`, or the key in `metadata['key']`.
        var field: String
        var isMetadata: Bool
        var value: String
        var isNegated: Bool
    }

    let clauses: [Clause]
    private let call: Call

    init(_ call: Call) throws {
        self.call = call
        clauses = try Self.clauses(call["query"].string ?? "")
    }

    /// Returns a page of the objects that match all clauses, newest first.
    func page<Object: StripeRepresentable>(
        of kind: Object.Type, fields: [String: @Sendable (Object) -> String?], metadata: (Object) -> Metadata
    ) throws -> JSONTree {
        for clause in clauses where !clause.isMetadata && fields[clause.field] == nil {
            throw refused(
                "Field `\(clause.field)` cannot be searched here. The fields are: \(fields.keys.sorted().joined(separator: ", ")), metadata."
            )
        }
        let limit = Int(clamping: call["limit"].integer ?? 10)
        guard (1...100).contains(limit) else { throw refused("limit must be 1 to 100.") }
        var query = ListQuery(
            limit: 100, startingAfter: call["page"].string,
            created: .earliest...call.work.now.adding(seconds: -call.work.configuration.searchLag))
        var found: [Object] = []
        while found.count <= limit {
            let page = try call.work.list(kind, query)
            found += page.data.filter { object in
                clauses.allSatisfy { clause in
                    let has =
                        clause.isMetadata
                        ? metadata(object)[clause.field] : fields[clause.field]?(object)
                    return (has == clause.value) != clause.isNegated
                }
            }
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        let shown = found.prefix(limit)
        let more = found.count > limit
        return [
            "object": "search_result", "url": .string(call.route.pattern), "has_more": .bool(more),
            "next_page": more ? JSONTree(shown.last?.id) : .null,
            "data": .array(try shown.map { try call.work.stripeJSON($0) }),
        ]
    }

    private static func clauses(_ text: String) throws -> [Clause] {
        guard !text.contains(" OR ") else { throw refused("Clauses joined by OR are not simulated.") }
        return try text.split(separator: " AND ").map { part in
            var rest = part.trimmingPrefix { $0 == " " }
            let isNegated = rest.first == "-"
            if isNegated { rest.removeFirst() }
            guard let colon = rest.firstIndex(of: ":") else {
                throw refused("“\(part)” is not a valid clause: use field:'value'.")
            }
            var field = rest[..<colon]
            var value = rest[rest.index(after: colon)...]
            while value.last == " " { value.removeLast() }
            let isMetadata = field.hasPrefix("metadata[")
            if isMetadata {
                field = field.dropFirst("metadata[".count)
                guard field.last == "]" else {
                    throw refused("“\(part)” is not a valid clause: use metadata['key']:'value'.")
                }
                field = unquoted(field.dropLast())
            }
            return Clause(
                field: String(field), isMetadata: isMetadata, value: String(unquoted(value)),
                isNegated: isNegated)
        }
    }

    private static func unquoted(_ text: Substring) -> Substring {
        guard text.count >= 2, let first = text.first, first == "'" || first == "\"", text.last == first
        else { return text }
        return text.dropFirst().dropLast()
    }

    private static func refused(_ message: String) -> ProcessorError {
        .invalid(message, parameter: "query")
    }
    private func refused(_ message: String) -> ProcessorError { Self.refused(message) }
}

/// The parameters that are shared by several list and search operations.
enum Filters {
    /// The parameters of every list of objects.
    static let list: Set<String> = ["limit", "starting_after", "ending_before", "created"]
    /// The parameters of a list inside an object. Its elements cannot be filtered by creation time.
    static let part: Set<String> = ["limit", "starting_after", "ending_before"]
    /// The parameters of every search.
    static let search: Set<String> = ["query", "limit", "page"]
}

extension Call {
    /// Returns the filter for a list. `fields` maps each parameter to the stored field that it filters by. Parameters
    /// that are missing from the request do not filter.
    func filter(_ fields: [String: String]) -> ListFilter {
        var filter: ListFilter = [:]
        for (parameter, field) in fields { filter[field] = self[parameter].string }
        return filter
    }
}
