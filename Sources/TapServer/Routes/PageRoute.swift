/// A row of a site's route table: a path, and the handlers of the methods that it accepts.
struct PageRoute<Site: Sendable>: Sendable {
    /// A closure that handles a request. Any error becomes a page that describes the problem.
    typealias Handler = @Sendable (Site, PageRequest) async throws -> PageResponse

    let path: RoutePath
    /// The name of the route in logs and metrics.
    let label: String
    /// Whether a path with extra slashes does not match the route.
    let isExact: Bool
    /// The rate limit of POST requests. It applies even if the route does not accept POST.
    let limit: RateGate.Kind
    let get: Handler?
    let post: Handler?

    /// Creates the declaration of a page.
    ///
    /// - Parameters:
    ///   - label: The name of the route in logs and metrics; nil to use the path.
    ///   - get: Returns the page. It changes nothing.
    ///   - post: Handles a submitted form.
    init(
        _ path: RoutePath, label: String? = nil, isExact: Bool = false, limit: RateGate.Kind = .request,
        get: Handler? = nil, post: Handler? = nil
    ) {
        self.path = path
        self.label = label ?? path.label
        self.isExact = isExact
        self.limit = limit
        self.get = get
        self.post = post
    }

    /// The methods that the route accepts.
    var methods: [String] { (get == nil ? [] : ["GET"]) + (post == nil ? [] : ["POST"]) }
}

/// All pages of a site.
struct RouteTable<Site: Sendable>: Sendable {
    let owner: RouteOwner
    let routes: [PageRoute<Site>]

    init(_ owner: RouteOwner, _ routes: [PageRoute<Site>]) {
        self.owner = owner
        self.routes = routes
    }

    /// The entries of the pages for the router.
    var places: [RoutePlace] { routes.enumerated().map { RoutePlace(owner, $0, $1) } }

    /// Returns the response to a request for one of these pages. If the page does not accept the method, returns a
    /// refusal.
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

/// The owner of a route table. It is either the name of a product, or the site itself.
struct RouteOwner: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: String

    init(stringLiteral name: String) { self.name = name }

    /// The owner of the giving pages and the pages of the host itself.
    static let site: Self = "site"
    /// The owner of the pages below `/admin` that belong to no organization.
    static let staff: Self = "staff"
    /// The owner of an organization's pages below `/admin`.
    static let organization: Self = "organization"
}

/// A programming error in routing.
enum RoutingError: Error {
    /// A site received a request whose route is not in its table.
    case otherSite(String)
}
