import MoneyKit
import Processor
import TextKit
import TimeKit

/// A request that is being executed in a transaction, with its route and its parameters.
struct Call {
    let work: EngineTransaction
    let route: Route
    /// The values of the placeholders in the route's pattern, keyed by placeholder name.
    let names: [String: String]
    var parameters: JSONObject
    /// The connected account for which the request is made; nil for the platform.
    let account: String?
    /// Whether a list of the platform's events also includes the events of connected accounts.
    var wantsEventsOfAccounts = false

    /// Returns the value of a placeholder in the path. If `name` is nil, the path must have exactly one
    /// placeholder.
    func path(_ name: String? = nil) -> String {
        (name.map { names[$0] } ?? names.values.first) ?? ""
    }

    /// Returns the object whose id is in the path. Throws an error if the object does not exist.
    func object<Object: StoredObject>(_ kind: Object.Type, _ name: String? = nil) throws -> Object {
        try work.inPath(kind, path(name))
    }

    /// Returns a string parameter, or throws an error if it is missing.
    func required(_ name: String) throws -> String {
        guard let text = self[name].string else { throw ProcessorError.missing(name) }
        return text
    }

    /// Returns the integer in `amount`, or throws an error if it is missing.
    func requiredAmount() throws -> Int64 {
        guard let amount = self["amount"].integer else { throw ProcessorError.missing("amount") }
        return amount
    }

    /// Returns the currency in `currency`, or throws an error if it is missing or unknown.
    func requiredCurrency() throws -> Currency {
        guard let currency = try currency() else { throw ProcessorError.missing("currency") }
        return currency
    }

    /// Returns the customer whose id is in `customer`, or throws an error if it is missing or does not exist.
    func requiredCustomer() throws -> Customer { try work.living(required("customer"), by: "customer") }

    /// Returns the id of an existing object in a parameter, or nil if the request does not contain one.
    func id<Object: StripeRepresentable>(_ kind: Object.Type, _ name: String) throws -> String? {
        try self[name].string.map { try work.named(kind, $0, by: name).id }
    }

    /// Returns the account in `transfer_data[destination]`, or nil if the request does not contain one.
    func transferDestination() throws -> String? {
        try self["transfer_data"]["destination"].string.map {
            try work.destination($0, by: "transfer_data[destination]").id
        }
    }

    /// Sets a field to the value of a string parameter, or to nil if the request unsets the parameter. Does
    /// nothing if the request does not contain the parameter.
    func take(_ name: String, into field: inout String?) {
        if has(name) { field = self[name].string }
    }

    /// Returns the URL to which one of the processor's pages sends a customer, or nil if the request does not
    /// contain one.
    ///
    /// - Parameter takesApps: Whether the URL can open an app, as in `church-app://paid`.
    /// - Throws: ``ProcessorError`` with code `url_invalid` (see ``LinkRules``).
    func link(_ name: String, takesApps: Bool = false) throws -> String? {
        guard let url = self[name].string else { return nil }
        try LinkRules.check(url, by: name, takesApps: takesApps)
        return url
    }

    /// The path of the request.
    var address: String { names.reduce(route.pattern) { $0.replacing("{\($1.key)}", with: $1.value) } }

    /// Returns a parameter, or null if the request does not contain it.
    subscript(name: String) -> JSONTree { parameters[name] ?? .null }

    /// Returns whether a Boolean parameter is missing or has this value.
    func allows(_ name: String, _ value: @autoclosure () throws -> Bool) rethrows -> Bool {
        guard let wanted = self[name].bool else { return true }
        return try value() == wanted
    }

    /// Returns whether the request contains a parameter, even if only to unset it.
    func has(_ name: String) -> Bool { parameters[name] != nil }

    /// The metadata in the request, without the keys that the request unsets.
    var metadata: Metadata { self["metadata"].metadata }

    /// Returns an object's metadata after this request. New keys are merged with the old keys. An empty value
    /// removes its key, and an empty string instead of the map removes all keys.
    ///
    /// Source: Stripe API reference, "Metadata".
    func metadata(over old: Metadata) throws -> Metadata {
        guard let given = parameters["metadata"] else { return old }
        var metadata = given.isNull ? [:] : old
        for field in given.object?.members ?? [] { metadata[field.key] = field.value.string }
        try MetadataRules.check(metadata)
        return metadata
    }

    /// Applies the metadata in the request to an object's metadata, as ``metadata(over:)`` describes.
    func takeMetadata(into metadata: inout Metadata) throws { metadata = try self.metadata(over: metadata) }

    /// Returns the currency in a parameter, or nil if the parameter is missing.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for an unknown currency.
    func currency(_ name: String = "currency", in value: JSONTree? = nil) throws -> Currency? {
        guard let code = (value ?? self[name]).string else { return nil }
        guard let currency = try? Currency(code.uppercased()) else {
            throw ProcessorError.invalid("Invalid currency: \(code).", parameter: name)
        }
        return currency
    }

    /// Returns the limit, the cursors and the range of creation times that a list request contains.
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
        // If the end is before the start, no object matches. The range is then replaced by one that is earlier than
        // all objects.
        return low <= high ? low...high : Timestamp.earliest...Timestamp.earliest
    }
}

extension Call {
    /// Returns a page of the objects that satisfy a condition, newest first. Reads as many stored pages as
    /// necessary.
    func scanned<Object: StripeRepresentable>(
        _ kind: Object.Type, where filter: ListFilter = [:], _ isWanted: (Object) throws -> Bool
    ) throws -> JSONObject {
        var query = listQuery()
        let limit = query.limit
        try ListRules.check(query)
        query.limit = 100
        var found: [Object] = []
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
        return try work.list(ListPage(shown, hasMore: isCut), at: address)
    }

    /// Returns one page of a complete list, as requested by the list parameters.
    ///
    /// - Parameter elements: All elements, in the order of the list.
    func part(of elements: [JSONObject]) throws -> JSONObject {
        let query = listQuery()
        try ListRules.check(query)
        func place(_ id: String, _ parameter: String) throws -> Int {
            guard let place = elements.firstIndex(where: { $0["id"]?.string == id }) else {
                throw ProcessorError.noSuch("object", id, parameter: parameter)
            }
            return place
        }
        var range = elements[...]
        if let id = query.startingAfter { range = elements[(try place(id, "starting_after") + 1)...] }
        if let id = query.endingBefore { range = elements[..<(try place(id, "ending_before"))] }
        let shown = query.endingBefore == nil ? Array(range.prefix(query.limit)) : range.suffix(query.limit)
        return .list(shown, hasMore: range.count > query.limit, at: address)
    }

    /// The coupon codes in the `discounts[][coupon]` parameters.
    var coupons: [String] { self["discounts"].elements.compactMap { $0["coupon"].string } }
    /// Returns the time in a parameter, or nil if the parameter is missing. The request contains the time as
    /// the number of seconds since 1970.
    func moment(_ name: String, in value: JSONTree? = nil) -> Timestamp? {
        ((value ?? parameters.tree)[name].integer).map { Timestamp(seconds: $0) }
    }
    /// Returns the percentage in a parameter, in hundredths of a percent, or nil if the parameter is missing.
    /// Throws an error if the percentage is negative, has more than two decimal places, or is one million or
    /// more.
    func basisPoints(_ name: String, in value: JSONTree? = nil) throws -> Int64? {
        guard case .number(let text) = (value ?? parameters.tree)[name] else { return nil }
        guard let points = Decimals.units(text, places: 2), (0...10_000).contains(points) else {
            throw ProcessorError.invalid(
                "Invalid decimal: \(text). It must be between 0 and 100, with at most two decimal places.",
                parameter: name)
        }
        return points
    }

    /// Checks that the number of days within which a customer must pay an invoice is from 0 to 3,650.
    func check(daysUntilDue days: Int64, by parameter: String = "days_until_due") throws {
        try require(
            (0...3_650).contains(days), "parameter_invalid_integer",
            "Invalid integer: days_until_due must be between 0 and 3650.", parameter: parameter)
    }

    /// The ids in the request that can refer to a test clock, directly or through an object that uses the
    /// clock. If an id refers to a test clock, the processor executes the request at the clock's time.
    ///
    /// Source: Stripe documentation, "Test clocks and simulations".
    var timed: [String] {
        let subjects = [
            "/v1/customers/", "/v1/subscriptions/", "/v1/subscription_items/", "/v1/invoices/",
            "/v1/payment_intents/", "/v1/subscription_schedules/", "/v1/credit_notes/", "/v1/quotes/",
            "/v1/checkout/sessions/", "/_tapctl/checkout/sessions/",
        ]
        let inPath = subjects.contains(where: route.pattern.hasPrefix) ? Array(names.values) : []
        let named = [
            "test_clock", "customer", "subscription", "from_subscription", "schedule", "invoice",
        ].compactMap { self[$0].string }
        return inPath + named
    }
}
