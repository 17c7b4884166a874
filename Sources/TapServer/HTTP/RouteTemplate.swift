/// The name of a route, for logs and metrics: a path without what a person or a token stands in.
///
/// There are as many as there are routes, whatever is asked for.
enum RouteTemplate {
    /// - Parameters:
    ///   - path: A path as it was sent, not decoded.
    ///   - api: What stands below `/api`, where something does.
    static func of(_ path: String, api: (any APIDoor)? = nil) -> String {
        if let api, APICall.isMeant(by: path) { return api.route(of: path) }
        if isWebhook(path) { return webhook }
        guard !AdminPath.isBelow(path) else {
            return AdminPath.root + (AdminPath(path).map(below) ?? "/{none}")
        }
        return switch SitePath(path) {
        case .health: "/healthz"
        case .front: "/"
        case .choose: "/-/choose"
        case .review: "/-/review"
        case .change: "/-/change"
        case .give: "/-/give"
        case .wallet: "/-/wallet"
        case .association: "/.well-known/{file}"
        case .nothing: "/{unasked}"
        case .gift: "/-/give/{key}"
        case .receipt: "/-/give/{key}/receipt"
        case .retry: "/-/give/{key}/retry"
        case .bank: "/-/give/{key}/bank"
        case .giver(let path): "/-/giver" + below(path)
        case .dependents(let path): path.template
        case .payment(let path): path.template
        case .payee(let path): path.template
        case .plan(let path): path.template
        case .link: link(path)
        }
    }

    /// Where the processor brings its events.
    private static let webhook = "/webhooks/processor"

    /// Whether a target, path and query, is where the processor brings its events.
    static func isWebhook(_ target: String) -> Bool { target.targetPath == webhook }

    /// What tags and cards carry.
    private static func link(_ path: String) -> String {
        switch path.split(separator: "/").first {
        case "t": "/t/{tag}"
        case "plan": "/plan/{code}"
        default: "/{org}"
        }
    }

    private static func below(_ path: GiverPath) -> String {
        switch path {
        case .start: ""
        case .link: "/link/{token}"
        case .out: "/out"
        case .gift: "/gift/{id}"
        case .refund: "/gift/{id}/refund"
        case .receipt: "/receipt/{number}"
        case .statements: "/statements"
        case .statement: "/statements/{org}/{file}"
        case .monthly: "/monthly/{id}"
        case .change(_, let form): "/monthly/{id}/\(form.rawValue)"
        }
    }

    private static func below(_ path: AdminPath) -> String {
        switch path {
        case .home: ""
        case .signIn: "/sign-in"
        case .signOut: "/sign-out"
        case .liveScript: "/live.js"
        case .organization(_, let page): "/org/{org}" + below(page)
        }
    }

    private static func below(_ page: AdminPage) -> String {
        switch page {
        case .overview, .live, .liveEvents, .gifts, .giftSheet, .funds, .monthly, .payouts, .bank, .journal,
            .statements, .tags, .newFund:
            page.path
        case .fund: "/funds/{fund}"
        case .gift: "/gifts/{id}"
        case .refund: "/gifts/{id}/refund"
        case .payout: "/payouts/{id}"
        case .statement: "/statements/{donor}"
        case .batch: "/tags/{batch}"
        case .seat: "/tags/{batch}/{row}"
        }
    }
}
