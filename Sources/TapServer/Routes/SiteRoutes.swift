import Foundation
import TextKit

/// The router for all pages of a site and its products. It parses the path of each request once.
struct SiteRoutes {
    private let places: [RoutePlace]
    private let pages: RouteTree

    private init(_ places: [RoutePlace]) {
        self.places = places
        pages = RouteTree(places)
    }

    /// The router for all pages in this package. A site that does not offer a product treats the product's
    /// paths like the URLs of tags.
    static let standard = SiteRoutes(
        TapController.routes.places + PaymentPath.routes.places + PayeeController.routes.places
            + DependentController.routes.places + PlanController.routes.places)

    /// Returns a router that also contains the routes of these products.
    func adding(_ products: [any ProductPages]) -> SiteRoutes {
        let known = Set(places.map(\.owner))
        let more = products.flatMap(\.places).filter { !known.contains($0.owner) }
        return more.isEmpty ? self : SiteRoutes(places + more)
    }

    /// The routes below `/admin`. Their path segments are decoded before they are compared.
    private static let admin = RouteTree(AdminController.routes.places + AdminRequestContext.table.places)

    private static let noAdminPage = RouteMatch(
        place: RoutePlace(owner: .staff, label: "\(AdminPath.root)/{none}"), values: [])

    /// Returns the route that matches a path. If a path below `/admin` has no route, the result is the entry
    /// for an error page. Any other path without a route is treated as a giving URL, which the invocation
    /// router parses later.
    ///
    /// Source: docs/invocation-url.md §5.
    ///
    /// - Parameter path: The path as received, without percent-decoding.
    func match(_ path: String) -> RouteMatch {
        let segments = path.split(separator: "/")
        if path == AdminPath.root || path.hasPrefix(AdminPath.root + "/") {
            return Self.admin.match(segments.map { $0.percentDecoded ?? "" }, of: path)
                ?? Self.noAdminPage
        }
        return pages.match(segments.map(String.init), of: path.isEmpty ? "/" : path)
            ?? RouteMatch(place: RoutePlace(owner: .site, label: "/{org}"), values: [])
    }
}

extension PageRequest {
    /// The route's entry in the route tables.
    var place: RoutePlace { match.place }

    /// Whether the path is `/admin` or below it.
    var isBelowAdmin: Bool { place.owner == .staff || place.owner == .organization }

    /// Returns the value of a variable segment. Empty if the route has no variable segment with this name.
    func segment(_ name: String) -> String { match[name] }

    /// Returns the value of a variable segment as a number; 0 if it is not a number.
    func number(_ name: String) -> Int { Int(match[name]) ?? 0 }

    /// The response if the route does not accept the request's method; nil if it does.
    var refusedMethod: PageResponse? {
        place.methods.contains(method) ? nil : .notAllowed(methods: place.methods.joined(separator: ", "))
    }
}
