import MoneyKit
import Processor
import TextKit
import TimeKit

/// A request within its transaction: what was asked for, and the means to answer.
struct Call {
    let work: Work
    let route: Route
    /// What the names of the route's pattern stand for.
    let names: [String: String]
    let parameters: JSONObject
    /// The connected account that the request is made for; nil for the platform.
    let account: String?

    /// What stands in the path for a name; the only one without a name.
    func path(_ name: String? = nil) -> String {
        (name.map { names[$0] } ?? names.values.first) ?? ""
    }

    /// The object that a name of the path refers to.
    func noun<Noun: StoredNoun>(_ kind: Noun.Type, _ name: String? = nil) throws -> Noun {
        try work.inPath(kind, path(name))
    }

    /// A text parameter without which the request is refused.
    func required(_ name: String) throws -> String {
        guard let text = self[name].string else { throw ProcessorError.missing(name) }
        return text
    }

    /// Sets a field to a text parameter, or unsets it, if the parameter was given.
    func take(_ name: String, into field: inout String?) {
        if has(name) { field = self[name].string }
    }

    /// The path of the request.
    var address: String { names.reduce(route.pattern) { $0.replacing("{\($1.key)}", with: $1.value) } }

    /// A parameter; null where it was not given.
    subscript(name: String) -> JSONTree { parameters[name] ?? .null }

    /// Whether a parameter was given, be it to unset it.
    func has(_ name: String) -> Bool { parameters[name] != nil }

    /// The metadata that was given, without what it unsets.
    var metadata: Metadata { Self.metadata(self["metadata"]) }

    static func metadata(_ value: JSONTree) -> Metadata {
        var metadata: Metadata = [:]
        for field in value.object?.members ?? [] { metadata[field.key] = field.value.string }
        return metadata
    }

    /// The metadata of a noun after this request: pairs are merged, an empty value deletes its key, an empty text all.
    ///
    /// Source: Stripe API reference, "Metadata".
    func metadata(over old: Metadata) throws -> Metadata {
        guard let given = parameters["metadata"] else { return old }
        var metadata = given.isNull ? [:] : old
        for field in given.object?.members ?? [] { metadata[field.key] = field.value.string }
        try MetadataRules.check(metadata)
        return metadata
    }

    /// A currency that a parameter names.
    ///
    /// - Throws: 400 where nobody pays in it.
    func currency(_ name: String = "currency", in value: JSONTree? = nil) throws -> Currency? {
        guard let code = (value ?? self[name]).string else { return nil }
        guard let currency = try? Currency(code.uppercased()) else {
            throw ProcessorError.invalid(nil, "Invalid currency: \(code).", parameter: name)
        }
        return currency
    }

    /// What a list's parameters ask for.
    ///
    /// Source: Stripe API reference, "Pagination".
    func listQuery() -> ListQuery {
        ListQuery(
            limit: Int(clamping: self["limit"].integer ?? 10), startingAfter: self["starting_after"].string,
            endingBefore: self["ending_before"].string, created: createdRange)
    }

    private var createdRange: ClosedRange<Timestamp>? {
        if let second = self["created"].integer {
            let moment = Timestamp(seconds: second)
            return moment...moment
        }
        guard self["created"].object != nil else { return nil }
        func bound(_ exclusive: String, _ inclusive: String, by step: Int64) -> Timestamp? {
            if let second = self["created"][exclusive].integer {
                return Timestamp(seconds: second).adding(seconds: step)
            }
            return self["created"][inclusive].integer.map { Timestamp(seconds: $0) }
        }
        let low = bound("gt", "gte", by: 1) ?? .earliest
        let high = bound("lt", "lte", by: -1) ?? .latest
        // A range that ends before it begins holds nothing: one that lies before all there is.
        return low <= high ? low...high : Timestamp.earliest...Timestamp.earliest
    }
}
