/// A row of a controller's route table: a path, and the handlers for its methods.
struct PageRoute<Site: Sendable>: Sendable {
    /// A closure that handles a request. If the closure throws an error, the response is an error page.
    typealias Handler = @Sendable (Site, PageRequest) async throws -> PageResponse

    let path: RoutePath
    /// The name of the route in logs and metrics.
    let label: String
    /// Whether the path must be equal to the route's template, without extra slashes.
    let isExact: Bool
    /// The rate limit for POST requests to this path. It also applies if the route does not accept POST.
    let limit: RateGate.Kind
    /// The maximum size of a form with a file, in bytes. Nil if the route accepts no files.
    let fileBytes: Int?
    let get: Handler?
    let post: Handler?

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - label: The name of the route in logs and metrics; nil to use the path.
    ///   - fileBytes: The maximum size of a form with a file, in bytes; nil if the route accepts no files.
    ///   - get: Returns the page, without changing data.
    ///   - post: Handles a submitted form.
    init(
        _ path: RoutePath, label: String? = nil, isExact: Bool = false, limit: RateGate.Kind = .request,
        fileBytes: Int? = nil, get: Handler? = nil, post: Handler? = nil
    ) {
        self.path = path
        self.label = label ?? path.label
        self.isExact = isExact
        self.limit = limit
        self.fileBytes = fileBytes
        self.get = get
        self.post = post
    }

    /// The HTTP methods that the route accepts.
    var methods: [String] { (get == nil ? [] : ["GET"]) + (post == nil ? [] : ["POST"]) }
}

/// All routes of one controller, such as the routes of the giving pages or of a product's pages.
struct RouteTable<Site: Sendable>: Sendable {
    let owner: RouteOwner
    let routes: [PageRoute<Site>]

    init(_ owner: RouteOwner, _ routes: [PageRoute<Site>]) {
        self.owner = owner
        self.routes = routes
    }

    /// The entries that the router needs for these routes.
    var places: [RoutePlace] { routes.enumerated().map { RoutePlace(owner, $0, $1) } }

    /// Returns the response to a request for one of these routes, or a refusal if the route does not accept
    /// the request's method.
    ///
    /// - Throws: `RoutingError.otherSite` if the request's route is not in this table, or any error that the
    ///   handler throws.
    func answer(_ request: PageRequest, on site: Site) async throws -> PageResponse {
        guard request.place.owner == owner, let index = request.place.index else {
            throw RoutingError.otherSite(request.place.label)
        }
        let handler: PageRoute<Site>.Handler? =
            switch request.method {
            case "GET": routes[index].get
            case "POST": routes[index].post
            default: nil
            }
        guard let handler else { return request.refusedMethod ?? .notAllowed(methods: "") }
        return try await handler(site, request)
    }
}

/// The owner of a route table: a product, or a group of pages such as ``site``.
struct RouteOwner: Hashable, ExpressibleByStringLiteral {
    let name: String

    init(stringLiteral name: String) { self.name = name }

    /// The owner of the giving pages and of the host's own pages.
    static let site: Self = "site"
    /// The owner of the pages below `/admin` that do not belong to an organization.
    static let staff: Self = "staff"
    /// The owner of an organization's pages below `/admin`.
    static let organization: Self = "organization"
}

/// An error that can only be caused by a bug in the routing.
enum RoutingError: Error {
    /// A controller received a request for a route that is not in its table.
    case otherSite(String)
}
