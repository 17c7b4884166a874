/// One row of a site's table: a path, and the handlers of the methods that it takes.
struct PageRoute<Site: Sendable>: Sendable {
    /// Answers a request; whatever it throws becomes a page that says what is wrong.
    typealias Handler = @Sendable (Site, PageRequest) async throws -> PageAnswer

    let path: RoutePath
    /// The name of the route in logs and metrics.
    let label: String
    /// True if extra slashes lead elsewhere.
    let isExact: Bool
    /// The rate limit of a POST, also of one that the route does not take.
    let limit: RateGate.Kind
    let get: Handler?
    let post: Handler?

    /// Declares a page.
    ///
    /// - Parameters:
    ///   - label: The name in logs and metrics; nil is the path itself.
    ///   - get: Shows something, and changes nothing.
    ///   - post: Takes a form.
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

    /// The methods that it takes.
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

    /// Answers a request for one of these pages, or refuses its method.
    func answer(_ request: PageRequest, on site: Site) async throws -> PageAnswer {
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

/// The sites whose tables the router has.
enum RouteOwner: Hashable, Sendable {
    /// Giving, and what belongs to the host itself.
    case site
    case payments, payees, dependents, plans
    /// The pages below `/admin`: of no organization, and of one.
    case staff, organization
}

/// A mistake of this program.
enum RoutingError: Error {
    /// A request was handed to a site whose table does not have its route.
    case otherSite(String)
}
