/// All simulated operations, by path.
enum RouteTable {
    /// Every route.
    static let all: [Route] =
        PaymentIntentRoutes.all + ChargeRoutes.all + RefundRoutes.all + DisputeRoutes.all + CustomerRoutes.all
        + PaymentMethodRoutes.all + BalanceRoutes.all + TransferRoutes.all + PayoutRoutes.all
        + AccountRoutes.all + ExternalAccountRoutes.all + AccountLinkRoutes.all + SetupIntentRoutes.all
        + TokenRoutes.all + TestClockRoutes.all + BillingRoutes.all + ApplicationFeeRoutes.all
        + EventRoutes.all + WebhookEndpointRoutes.all + DeliveryRoutes.all + PersonRoutes.all

    /// A route, and the values of its pattern's placeholders in a path.
    struct Match {
        var route: Route
        var names: [String: String]
    }

    /// Returns the route of a path. A route without placeholders takes precedence over one with placeholders.
    static func match(_ method: Route.Method, _ path: String) -> Match? {
        let parts = path.split(separator: "/").map(String.init)
        return match(method.rawValue, parts[...], in: tree, names: [])
            .map { Match(route: $0.0, names: Dictionary(zip(Self.names(in: $0.0.pattern), $0.1)) { $1 }) }
    }

    /// Whether Stripe has an operation for a path, simulated or not.
    static func stripeHas(_ method: Route.Method, _ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return StripeSpec.operations.contains { operation in
            let words = operation.split(separator: " ")
            let pattern = words[1].split(separator: "/")
            return words[0] == method.rawValue && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0 == $1 || $0.first == "{" }
        }
    }

    /// A node of the path tree: its fixed segments, its placeholder, and the routes that end here by method.
    private final class Step: Sendable {
        let words: [String: Step]
        let any: Step?
        let routes: [String: Route]

        init(_ routes: [(parts: ArraySlice<String>, route: Route)]) {
            var (words, any, ends) = (
                [String: [(ArraySlice<String>, Route)]](), [(ArraySlice<String>, Route)](), [String: Route]()
            )
            for (parts, route) in routes {
                guard let first = parts.first else {
                    ends[route.method.rawValue] = route
                    continue
                }
                if first.first == "{" {
                    any.append((parts.dropFirst(), route))
                } else {
                    words[first, default: []].append((parts.dropFirst(), route))
                }
            }
            self.words = words.mapValues { Step($0.map { (parts: $0.0, route: $0.1) }) }
            self.any = any.isEmpty ? nil : Step(any.map { (parts: $0.0, route: $0.1) })
            self.routes = ends
        }
    }

    private static let tree = Step(
        all.map { (parts: $0.pattern.split(separator: "/").map(String.init)[...], route: $0) })

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

/// The routes of what Stripe calls billing, including its hosted pages.
enum BillingRoutes {
    static let all: [Route] =
        ProductRoutes.all + PriceRoutes.all + CouponRoutes.all + PromotionCodeRoutes.all
        + SubscriptionRoutes.all + SubscriptionItemRoutes.all + InvoiceRoutes.all + InvoiceItemRoutes.all
        + CheckoutRoutes.all + PaymentLinkRoutes.all + PortalRoutes.all
}
