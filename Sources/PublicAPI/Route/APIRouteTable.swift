import Documents

/// The routes of the API, grouped by the path segment after `/api`. A path is therefore compared with only a
/// few routes.
struct APIRouteTable: Sendable {
    /// A route that matches a path, with the values of the path's variable segments.
    typealias Found = (route: APIRoute, values: [String: String])

    private let routes: [Substring: [APIRoute]]

    init(_ routes: [APIRoute]) {
        self.routes = Dictionary(grouping: routes, by: \.path.noun)
    }

    /// The table of all operations of the API.
    static let all = APIRouteTable(APIRoute.all)

    /// Returns the routes that match a path, one for each HTTP method.
    ///
    /// - Parameter path: The undecoded path, without the query.
    func found(at path: Substring) -> [Found] {
        let segments = APIPath.segments(of: path)
        guard segments.count > 1, let near = routes[segments[1]] else { return [] }
        return near.compactMap { route in route.path.match(segments).map { (route, $0) } }
    }
}
