import Foundation

/// The one router: all pages of all sites. Each request's path is read here, once.
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

    /// The route of a path. Whatever is no page of ours is a link, which the invocation router reads.
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

    /// True if the path is `/admin` or below it.
    var isBelowAdmin: Bool { place.owner == .staff || place.owner == .organization }

    /// The segment of the path that has a name in the route's template; empty if none has.
    func segment(_ name: String) -> String { match[name] }

    /// The segment as a number; 0 unless the template asks for a number.
    func number(_ name: String) -> Int { Int(match[name]) ?? 0 }

    /// The answer to a method that the route does not take; nil if it does.
    var refusedMethod: PageAnswer? {
        place.methods.contains(method) ? nil : .notAllowed(methods: place.methods.joined(separator: ", "))
    }
}
