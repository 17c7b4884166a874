import Processor
import TextKit

/// The Stripe resources that are not simulated, such as those of Climate and Entitlements.
///
/// These resources have no objects, so their lists are empty. Every other operation on these resources fails
/// with an error that contains the name of the operation.
///
/// Source: Stripe's API description, and the service classes of stripe-python (`fixtures/stripe/README.md`).
enum OtherFamilies {
    /// The list routes of the resources that are not simulated. The lists are always empty.
    static let lists: [Route] = {
        let simulated = Set(RouteTable.all.map(\.operation))
        let described = StripeSpec.operations.filter { operation in
            operation.hasPrefix("GET ") && !operation.contains("{") && !operation.hasSuffix("/search")
                && StripeSpec.results(of: operation)?.first?.first == "*"
        }
        let missing = StripeSpec.missing.filter(\.isList).map { "\($0.method) \($0.pattern)" }
        return (described + missing).filter { !simulated.contains($0) }.sorted()
            .map { list(String($0.dropFirst("GET ".count))) }
    }()

    /// The list parameters that are checked: the limit and the cursors. Filters are not checked, because the
    /// lists are always empty.
    static let parameters = StripeSpec.parameters(of: "GET /v1/customers").filter {
        ["limit", "starting_after", "ending_before"].contains($0.name)
    }

    private static func list(_ path: String) -> Route {
        var route = Route.get(path, simulates: Filters.part) { call in
            try ListRules.check(call.listQuery())
            return .list([], at: path)
        }
        route.isOfOtherFamily = true
        return route
    }

    /// The route that lists accounts in API v2. The list is empty, because the processor's accounts belong to
    /// API v1.
    static let accountsOfVersion2: Route = {
        var route = Route.get("/v2/core/accounts", simulates: Filters.part) { call in
            try ListRules.check(call.listQuery())
            return ["data": [] as JSONTree, "next_page_url": nil, "previous_page_url": nil]
        }
        route.isOfOtherFamily = true
        return route
    }()

    /// Returns whether Stripe has an operation with this method and path, simulated or not.
    static func stripeHas(_ method: Route.Method, _ path: String) -> Bool {
        guard let parts = RouteTable.parts(of: path) else { return false }
        return patterns[method.rawValue, default: []].contains { pattern in
            pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0 == $1 || $0.first == "{" }
        }
    }

    /// Stripe's paths, split into segments and keyed by method.
    private static let patterns: [String: [[Substring]]] = {
        var patterns: [String: [[Substring]]] = [:]
        func add(_ method: Substring, _ pattern: Substring) {
            patterns[String(method), default: []].append(pattern.split(separator: "/"))
        }
        for operation in StripeSpec.operations {
            let words = operation.split(separator: " ")
            add(words[0], words[1])
        }
        for operation in StripeSpec.missing { add(operation.method[...], operation.pattern[...]) }
        return patterns
    }()
}
