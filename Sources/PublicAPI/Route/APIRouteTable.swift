import Documents

/// Routes by the word behind `/api`: a path is held against a handful of them, not against all.
package struct APIRouteTable: Sendable {
    /// A route that a path leads to, and what stands in the place of its names.
    package typealias Found = (route: APIRoute, values: [String: String])

    private let routes: [Substring: [APIRoute]]

    package init(_ routes: [APIRoute]) {
        self.routes = Dictionary(grouping: routes, by: \.path.noun)
    }

    /// All that there is.
    package static let all = APIRouteTable(APIRoute.all)

    /// What a path leads to: a route for each of its methods.
    ///
    /// - Parameter path: As it was sent, not decoded, and without the query.
    package func found(at path: Substring) -> [Found] {
        let segments = APIPath.segments(of: path)
        guard segments.count > 1, let near = routes[segments[1]] else { return [] }
        return near.compactMap { route in route.path.match(segments).map { (route, $0) } }
    }
}
