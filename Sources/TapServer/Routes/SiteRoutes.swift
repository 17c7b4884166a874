import Foundation

/// The router of all pages of all sites. It parses the path of each request once.
enum SiteRoutes {
    private static let pages: RouteTree = {
        var tree = RouteTree()
        tree.add(TapSite.routes)
        tree.add(PaymentPath.routes)
        tree.add(PayeeSite.routes)
        tree.add(DependentSite.routes)
        tree.add(PlanSite.routes)
        return tree
    }()

    /// The pages below `/admin`, whose segments are decoded before they are compared.
    private static let admin: RouteTree = {
        var tree = RouteTree()
        tree.add(AdminSite.routes)
        tree.add(AdminVisit.table)
        return tree
    }()

    private static let noAdminPage = RouteMatch(
        place: RoutePlace(nothingOf: .staff, label: "\(AdminPath.root)/{none}"), values: [])

    /// Returns the route of a path. A path without a page is a link, which the invocation router parses.
    ///
    /// Source: docs/invocation-url.md §5.
    ///
    /// - Parameter path: A path as it was sent, not decoded.
    static func match(_ path: String) -> RouteMatch {
        let segments = path.split(separator: "/")
        if path == AdminPath.root || path.hasPrefix(AdminPath.root + "/") {
            return admin.match(segments.map { $0.removingPercentEncoding ?? "" }, of: path) ?? noAdminPage
        }
        return pages.match(segments.map(String.init), of: path.isEmpty ? "/" : path)
            ?? RouteMatch(place: RoutePlace(nothingOf: .site, label: "/{org}"), values: [])
    }
}

extension PageRequest {
    /// The route's place in the tables.
    var place: RoutePlace { match.place }

    /// Whether the path is `/admin` or below it.
    var isBelowAdmin: Bool { place.owner == .staff || place.owner == .organization }

    /// Returns the segment for a name in the route's template; empty if there is none.
    func segment(_ name: String) -> String { match[name] }

    /// Returns the segment for a name as a number; 0 if it is not one.
    func number(_ name: String) -> Int { Int(match[name]) ?? 0 }

    /// The response to a method that the route does not accept; nil if it accepts the method.
    var refusedMethod: PageAnswer? {
        place.methods.contains(method) ? nil : .notAllowed(methods: place.methods.joined(separator: ", "))
    }
}
