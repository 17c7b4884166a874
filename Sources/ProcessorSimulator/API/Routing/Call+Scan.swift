import Processor
import TextKit
import TimeKit

extension Call {
    /// A page of the nouns of a kind that are wanted, newest first, however many others lie between them.
    func scanned<Noun: Shaped>(
        _ kind: Noun.Type, where filter: ListFilter = [:], at url: String? = nil,
        _ isWanted: (Noun) throws -> Bool
    ) throws -> JSONTree {
        var query = listQuery()
        let limit = query.limit
        try ListRules.check(query)
        query.limit = 100
        var found: [Noun] = []
        var hasMore = true
        while hasMore, found.count <= limit {
            let page = try work.list(kind, query, where: filter)
            let wanted = try page.data.filter(isWanted)
            hasMore = page.hasMore
            if query.endingBefore == nil {
                found += wanted
                query.startingAfter = page.data.last?.id
            } else {
                found = wanted + found
                query.endingBefore = page.data.first?.id
            }
        }
        let isCut = found.count > limit
        let shown = query.endingBefore == nil ? Array(found.prefix(limit)) : found.suffix(limit)
        return try work.list(ListPage(shown, hasMore: isCut), at: url ?? route.pattern)
    }

    /// A part of a list that is at hand, newest last, as the list parameters ask.
    func part(of elements: [JSONTree], at url: String) throws -> JSONTree {
        let query = listQuery()
        try ListRules.check(query)
        func place(_ id: String, _ parameter: String) throws -> Int {
            guard let place = elements.firstIndex(where: { $0["id"].string == id }) else {
                throw ProcessorError.noSuch("object", id, parameter: parameter)
            }
            return place
        }
        var range = elements[...]
        if let id = query.startingAfter { range = elements[(try place(id, "starting_after") + 1)...] }
        if let id = query.endingBefore { range = elements[..<(try place(id, "ending_before"))] }
        let shown = query.endingBefore == nil ? Array(range.prefix(query.limit)) : range.suffix(query.limit)
        return [
            "object": "list", "url": .string(url), "has_more": .bool(range.count > query.limit),
            "data": .array(shown),
        ]
    }

    /// The codes of `discounts[][coupon]`.
    var coupons: [String] { self["discounts"].elements.compactMap { $0["coupon"].string } }
    /// A second that a parameter names.
    func moment(_ name: String, in value: JSONTree? = nil) -> Timestamp? {
        ((value ?? parameters.tree)[name].integer).map { Timestamp(seconds: $0) }
    }
    /// A percentage in hundredths of a percent.
    func basisPoints(_ name: String, in value: JSONTree? = nil) throws -> Int64? {
        guard case .number(let text) = (value ?? parameters.tree)[name] else { return nil }
        guard let points = Decimals.hundredths(text) else {
            throw ProcessorError.invalid(
                nil, "Invalid decimal: \(text) has more than two decimals, or is negative.", parameter: name)
        }
        return points
    }
}
