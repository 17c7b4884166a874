import Processor
import TextKit

/// An operation of Stripe's API: its path, its simulated parameters and its implementation.
struct Route: Sendable {
    /// The HTTP method of a route.
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    var method: Method
    /// The path in Stripe's specification, with placeholders, such as `/v1/refunds/{refund}`.
    var pattern: String
    /// The parameters that have an effect, including nested ones such as `transfer_data[destination]`.
    var simulates: Set<String>
    /// The parameters that have no effect. The processor only stores them and returns them unchanged.
    var keeps: Set<String>
    /// Whether a web page can call the operation with a publishable key. An operation on an existing object
    /// also requires a client secret.
    var isPublic = false
    /// Whether the route lists a resource that is not simulated. The list is always empty.
    var isOfOtherFamily = false
    /// Executes the operation, and returns its result in Stripe's JSON format.
    var answer: @Sendable (Call) throws -> JSONObject

    /// The method and path, such as `POST /v1/refunds/{refund}`.
    var operation: String { "\(method.rawValue) \(pattern)" }
}

/// Functions that create routes.
extension Route {
    /// Creates a route that retrieves the object whose id is in the path.
    static func one<Object: StripeRepresentable>(
        _ pattern: String, _ kind: Object.Type, _ name: String? = nil
    )
        -> Route
    {
        .get(pattern) { call in try call.shown(call.object(kind, name)) }
    }

    /// Creates a route that lists objects, newest first.
    ///
    /// - Parameters:
    ///   - fields: The names of the stored fields, keyed by the names of the filter parameters.
    ///   - fixed: The field values that an object must have to be listed.
    static func list<Object: StripeRepresentable>(
        _ pattern: String, _ kind: Object.Type, by fields: [String: String] = [:],
        where fixed: ListFilter = [:], parameters: Set<String> = Filters.list
    ) -> Route {
        .get(pattern, simulates: parameters.union(fields.keys)) { call in
            try call.listed(kind, where: call.filter(fields).merging(fixed) { $1 })
        }
    }

    /// Creates a route that lists the objects that belong to the object in the path, newest first.
    static func children<Object: StripeRepresentable, Owner: StripeRepresentable>(
        _ pattern: String, _ kind: Object.Type, of owner: Owner.Type
    ) -> Route {
        .get(pattern, simulates: Filters.part) { call in
            let objects = try call.work.children(kind, of: call.object(owner).id)
            return try call.page(of: objects)
        }
    }

    /// Creates a route that changes the object whose id is in the path, and stores and returns it.
    ///
    /// - Parameters:
    ///   - event: The type of the event that the change causes, or nil.
    ///   - change: Applies the parameters of the request to the object.
    static func update<Object: StripeRepresentable>(
        _ pattern: String, _ kind: Object.Type, _ name: String? = nil, simulates: Set<String>,
        keeps: Set<String> = [], event: String? = nil,
        _ change: @escaping @Sendable (Call, inout Object) throws -> Void
    ) -> Route {
        .post(pattern, simulates: simulates, keeps: keeps) { call in
            var object = try call.object(kind, name)
            try change(call, &object)
            return try call.saved(object, event: event)
        }
    }

    /// Creates a route that searches objects. ``SearchField`` defines the searchable fields.
    static func search<Object: StripeRepresentable>(_ path: String, _ kind: Object.Type) -> Route {
        .get(path + "/search", simulates: Filters.search) { call in try call.searched(kind) }
    }

    static func get(
        _ pattern: String, simulates: Set<String> = [], isPublic: Bool = false,
        _ answer: @escaping @Sendable (Call) throws -> JSONObject
    ) -> Route {
        Route(
            method: .get, pattern: pattern, simulates: simulates, keeps: [], isPublic: isPublic,
            answer: answer)
    }

    static func post(
        _ pattern: String, simulates: Set<String> = [], keeps: Set<String> = [], isPublic: Bool = false,
        _ answer: @escaping @Sendable (Call) throws -> JSONObject
    ) -> Route {
        Route(
            method: .post, pattern: pattern, simulates: simulates, keeps: keeps, isPublic: isPublic,
            answer: answer)
    }

    static func delete(
        _ pattern: String, simulates: Set<String> = [],
        _ answer: @escaping @Sendable (Call) throws -> JSONObject
    ) -> Route {
        Route(method: .delete, pattern: pattern, simulates: simulates, keeps: [], answer: answer)
    }

    /// The parameters that every operation accepts.
    private static let everywhere: Set<String> = ["expand"]

    /// Throws an error if the request contains parameters that Stripe supports but this processor neither
    /// simulates nor stores. The error prevents the processor from ignoring a parameter silently.
    func checkSimulated(_ values: JSONObject, in owner: String? = nil) throws {
        for field in values.members {
            let name = owner.map { "\($0)[\(field.key)]" } ?? field.key
            if simulates.contains(name) || keeps.contains(name) || Self.everywhere.contains(name) { continue }
            let prefix = name + "["
            if simulates.contains(where: { $0.hasPrefix(prefix) })
                || keeps.contains(where: { $0.hasPrefix(prefix) })
            {
                switch field.value {
                case .object(let parts):
                    try checkSimulated(JSONObject(parts), in: name)
                    continue
                case .array(let elements):
                    for element in elements { try element.object.map { try checkSimulated($0, in: name) } }
                    continue
                case .null: continue
                default: break
                }
            }
            throw ProcessorError.notSimulated(
                "Stripe supports the parameter '\(name)' for \(operation), but this simulated processor does not support it yet.",
                parameter: name)
        }
    }

    /// Whether only the platform can call the operation. If true, the request must not have a
    /// `Stripe-Account` header.
    ///
    /// This applies to operations that create or reject accounts, create onboarding links, change webhook
    /// endpoints, or control the simulator's webhook deliveries.
    var isForPlatformOnly: Bool {
        ["POST /v1/accounts", "POST /v1/accounts/{account}/reject", "POST /v1/account_links"]
            .contains(operation)
            || pattern.hasPrefix("/v1/webhook_endpoints") && method != .get
            || ["/_tapctl/deliveries", "/_tapctl/events/", "/_tapctl/webhook_endpoints/"]
                .contains(where: pattern.hasPrefix)
    }

    /// Whether the path contains the id of a connected account. Such a request does not switch to the account
    /// in the `Stripe-Account` header, because an account and its details belong to the platform.
    var namesAccount: Bool {
        ["/v1/accounts/{account}", "/_tapctl/accounts/{account}"].contains(where: pattern.hasPrefix)
    }

    /// Checks whether a connected account may make the request.
    ///
    /// - Parameter account: The account in the `Stripe-Account` header, or nil for the platform.
    /// - Throws: ``ProcessorError`` with status 400 if the header contains an account, but only the platform
    ///   can make the request.
    func check(account: String?) throws(ProcessorError) {
        guard account != nil, isForPlatformOnly else { return }
        throw .invalid(
            "\(operation) can be called only by the platform itself: send the request without the Stripe-Account header.",
            parameter: "Stripe-Account")
    }
}

/// The routes of all simulated operations. A route is looked up by method and path.
enum RouteTable {
    static let all: [Route] =
        PaymentIntentRoutes.all + ChargeRoutes.all + CreateChargeRoutes.all + MandateRoutes.all
        + SetupAttemptRoutes.all + CustomerSourceRoutes.all + SourceRoutes.all
        + RefundRoutes.all + DisputeRoutes.all + CustomerRoutes.all
        + PaymentMethodRoutes.all + BalanceRoutes.all + TransferRoutes.all + PayoutRoutes.all
        + AccountRoutes.all + ExternalAccountRoutes.all + AccountLinkRoutes.all + SetupIntentRoutes.all
        + TokenRoutes.all + TestClockRoutes.all + BillingRoutes.all + ApplicationFeeRoutes.all
        + EventRoutes.all + WebhookEndpointRoutes.all + DeliveryRoutes.all + PersonRoutes.all
        + ResourceRoutes.all

    /// A route that matches a path, with the values of the route's placeholders.
    struct Match {
        var route: Route
        var names: [String: String]
    }

    /// Returns the route that matches a method and a path, or nil. Routes without placeholders take
    /// precedence over routes with placeholders. A path with an empty segment matches no route.
    static func match(_ method: Route.Method, _ path: String) -> Match? {
        guard let parts = parts(of: path) else { return nil }
        return match(method.rawValue, parts[...], in: tree, names: [])
            .map { Match(route: $0.0, names: Dictionary(zip(Self.names(in: $0.0.pattern), $0.1)) { $1 }) }
    }

    /// Returns the segments of a path. Returns nil if the path does not begin with a slash or has an empty
    /// segment.
    static func parts(of path: String) -> [String]? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, parts[0].isEmpty, parts.dropFirst().allSatisfy({ !$0.isEmpty }) else {
            return nil
        }
        return Array(parts.dropFirst())
    }

    /// A node of the path tree. `words` contains the next nodes, keyed by path segment. `any` is the next
    /// node for a placeholder. `routes` contains the routes that end at this node, keyed by method.
    private final class Step: Sendable {
        let words: [String: Step]
        let any: Step?
        let routes: [String: Route]

        init(_ routes: [(parts: ArraySlice<String>, route: Route)]) {
            var (longer, ends) = ([String: [(parts: ArraySlice<String>, route: Route)]](), [String: Route]())
            for (parts, route) in routes {
                guard let first = parts.first else {
                    ends[route.method.rawValue] = route
                    continue
                }
                longer[first.hasPrefix("{") ? "{}" : first, default: []].append((parts.dropFirst(), route))
            }
            any = longer.removeValue(forKey: "{}").map(Step.init)
            words = longer.mapValues(Step.init)
            self.routes = ends
        }
    }

    private static let tree = Step(
        (all + OtherFamilies.lists + [OtherFamilies.accountsOfVersion2]).map {
            (parts: $0.pattern.split(separator: "/").map(String.init)[...], route: $0)
        })

    private static func match(_ method: String, _ parts: ArraySlice<String>, in step: Step, names: [String])
        -> (
            Route, [String]
        )?
    {
        guard let first = parts.first else { return step.routes[method].map { ($0, names) } }
        if let next = step.words[first], let found = match(method, parts.dropFirst(), in: next, names: names)
        {
            return found
        }
        return step.any.flatMap { match(method, parts.dropFirst(), in: $0, names: names + [first]) }
    }

    private static func names(in pattern: String) -> [String] {
        pattern.split(separator: "/").filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
    }
}

/// The routes of Stripe Billing, including Checkout, payment links and the customer portal.
enum BillingRoutes {
    static let all: [Route] =
        ProductRoutes.all + PriceRoutes.all + CouponRoutes.all + PromotionCodeRoutes.all
        + SubscriptionRoutes.all + SubscriptionItemRoutes.all + SubscriptionScheduleRoutes.all
        + InvoiceRoutes.all + InvoiceItemRoutes.all
        + CheckoutRoutes.all + PaymentLinkRoutes.all + PortalRoutes.all + TaxRateRoutes.all
        + TaxIDRoutes.all + CustomerBalanceRoutes.all + CreditNoteRoutes.all + QuoteRoutes.all
}
