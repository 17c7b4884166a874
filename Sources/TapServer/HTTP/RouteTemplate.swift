/// The name of a route, for logs and metrics: a path without what a person or a token stands in.
///
/// There are as many as there are routes, whatever is asked for.
enum RouteTemplate {
    /// - Parameters:
    ///   - path: A path as it was sent, not decoded.
    ///   - match: The page that the path leads to.
    ///   - api: The routes below `/api`, or nil if there are none.
    static func of(_ path: String, _ match: RouteMatch, api: (any APIDoor)?) -> String {
        if let api, APICall.isMeant(by: path) { return api.route(of: path) }
        return isWebhook(path) ? webhook : match.place.label
    }

    /// Where the processor brings its events.
    private static let webhook = "/webhooks/processor"

    /// Whether a target, path and query, is where the processor brings its events.
    static func isWebhook(_ target: String) -> Bool { target.targetPath == webhook }
}
