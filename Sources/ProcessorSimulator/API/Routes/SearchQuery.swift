import Processor
import TextKit
import TimeKit

/// A search query in Stripe's language, such as `status:'succeeded' AND metadata['order']:'1'`.
///
/// A search does not find objects that were created within the last ``ProcessorConfiguration/searchLag``
/// seconds.
///
/// Source: Stripe documentation, "Search", "Search query language".
struct SearchQuery: Hashable, Sendable {
    /// The name of the result field with the number of matches. The field is returned only if the request
    /// expands it.
    static let totalCount = "total_count"

    /// An operator that compares a field with a value.
    enum Operator: Hashable, Sendable {
        case equals, contains, less, lessOrEqual, greater, greaterOrEqual
    }

    struct Clause: Hashable, Sendable {
        /// The name of a field, such as `status`, or the key in `metadata['key']`.
        var field: String
        var isMetadata = false
        var comparison = Operator.equals
        /// The value as text, such as `succeeded` or `100`. Nil for `null`.
        var value: String?
        var isNegated = false
    }

    var clauses: [Clause]
    /// Whether the clauses are joined by `OR`. If true, an object needs to match only one clause; otherwise
    /// it must match all clauses.
    var isAny: Bool
}

extension SearchQuery {
    /// Checks the fields and operators of the query.
    ///
    /// - Parameter resource: The resource in the path, such as `customers`.
    /// - Returns: Each clause with its field.
    func checked(for resource: String) throws(ProcessorError) -> [(clause: Clause, field: SearchField)] {
        var checked: [(clause: Clause, field: SearchField)] = []
        for clause in clauses {
            guard
                let field = clause.isMetadata
                    ? SearchField(.token, ["metadata", clause.field])
                    : SearchField.named(clause.field, of: resource)
            else {
                throw Self.refused(
                    "Field `\(clause.field.prefix(100))` is an unsupported search field for resource `\(resource)`. See https://stripe.com/docs/search#query-fields-for-\(resource.replacing("_", with: "-")) for a list of supported fields."
                )
            }
            try field.check(clause)
            checked.append((clause, field))
        }
        return checked
    }

    static func refused(_ message: String) -> ProcessorError { .invalid(message, parameter: "query") }
}

extension Call {
    /// Returns a page of the objects that match the request's query, newest first.
    func searched<Object: StripeRepresentable>(_ kind: Object.Type) throws -> JSONObject {
        let resource = String(route.pattern.dropFirst("/v1/".count).prefix { $0 != "/" })
        let query = try SearchQuery(self["query"].string ?? "")
        let clauses = try query.checked(for: resource)
        let limit = Int(clamping: self["limit"].integer ?? 10)
        try ListRules.check(ListQuery(limit: limit))
        if let page = self["page"].string, try work.find(kind, page) == nil {
            throw ProcessorError.invalid(
                "Invalid page: \(page.prefix(100)). Use the next_page of the previous response.",
                parameter: "page")
        }
        let counts = self["expand"].elements.contains { $0.string == SearchQuery.totalCount }
        // The total includes the results of earlier pages.
        var found = try matches(
            kind, after: counts ? nil : self["page"].string, atMost: counts ? .max : limit + 1
        ) { object in
            func isMatch(_ checked: (clause: SearchQuery.Clause, field: SearchField)) -> Bool {
                checked.field.matches(checked.clause, in: object)
            }
            return query.isAny ? clauses.contains(where: isMatch) : clauses.allSatisfy(isMatch)
        }
        let total = found.count
        if counts, let page = self["page"].string {
            found = Array(found.drop { $0.id != page }.dropFirst())
        }
        let shown = found.prefix(limit)
        let more = found.count > limit
        var result: JSONObject = [
            "object": "search_result", "url": route.pattern, "has_more": more,
            "next_page": more ? shown.last?.id : nil, "data": shown.map(\.json),
        ]
        if counts { result[SearchQuery.totalCount] = .integer(Int64(total)) }
        return result
    }

    /// Returns the ids and JSON of the objects that satisfy a condition, newest first. The ids serve as page
    /// cursors.
    ///
    /// Omits deleted objects and objects that were created within the last
    /// ``ProcessorConfiguration/searchLag`` seconds. Stops once at least `limit` objects are found.
    private func matches<Object: StripeRepresentable>(
        _ kind: Object.Type, after page: String?, atMost limit: Int, _ isMatch: (JSONTree) -> Bool
    ) throws -> [(id: String, json: JSONObject)] {
        var query = ListQuery(
            limit: 100, startingAfter: page,
            created: .earliest...work.now.adding(seconds: -work.configuration.searchLag))
        var found: [(id: String, json: JSONObject)] = []
        while found.count < limit {
            let page = try work.list(kind, query)
            for object in page.data where !Self.isDeleted(object) {
                let json = try work.stripeJSON(object)
                if isMatch(json.tree) { found.append((object.id, json)) }
            }
            guard page.hasMore, let last = page.data.last else { break }
            query.startingAfter = last.id
        }
        return found
    }

    private static func isDeleted(_ object: some StripeRepresentable) -> Bool {
        switch object {
        case let customer as Customer: customer.deleted
        case let invoice as Invoice: invoice.deleted == true
        case let price as Price: price.deleted == true
        case let product as Product: product.deleted == true
        default: false
        }
    }
}

/// The parameters that several list and search operations share.
enum Filters {
    /// The parameters of a list request whose results can be filtered by creation time.
    static let list: Set<String> = ["limit", "starting_after", "ending_before", "created"]
    /// The parameters of a list request whose results cannot be filtered by creation time, such as a request
    /// for a list inside an object.
    static let part: Set<String> = ["limit", "starting_after", "ending_before"]
    /// The parameters that every search request accepts.
    static let search: Set<String> = ["query", "limit", "page"]
}

extension Call {
    /// Returns the filter for a list. A parameter that the request does not contain has no effect.
    ///
    /// - Parameter fields: The names of the stored fields, keyed by the names of the filter parameters.
    func filter(_ fields: [String: String]) -> ListFilter {
        var filter: ListFilter = [:]
        for (parameter, field) in fields { filter[field] = self[parameter].string }
        return filter
    }
}
