import DatabaseKit
import FailureKit
package import Giving
import HTMLKit
package import InvocationRouter
import PaymentCore
import ServerKit

/// The controller of the giving site's pages. It maps requests to responses. ``SiteServer`` connects it to a
/// socket.
///
/// `GivingService` makes all decisions about gifts, and stores the donors' sessions. Between requests, the
/// controller keeps the details that donors enter on review pages, but only for a few minutes. It also keeps
/// organizations, tags and giving pages until the next commit to the database.
///
/// All requests for a gift contain the same form key, so that a repeated request does not make a second gift.
public struct TapController: Sendable, FramedPages {
    let giving: GivingService
    /// A cache of the organizations that giving pages show.
    let organizations: OrganizationCache
    /// A cache of the giving pages that taps open. A page takes about 10 KB.
    let givingPages = VersionCache<GivingPageKey, GivingPage>(limit: 500)
    let tags: TagCache?
    let recorder: TapRecorder
    let world: SimulatedWorld
    let mail: any Mail
    let settings: SiteSettings
    /// The pages for the staff of organizations; nil if they are not served.
    let admin: AdminController?
    /// The API below `/api`, or nil.
    package let api: (any APIHandler)?
    /// The handler of the processor's webhooks; nil if the processor sends none.
    package let webhooks: (any WebhookHandler)?
    /// The pages of the offered products.
    private let products: [RouteOwner: any ProductPages]
    /// The router of all pages.
    let router: SiteRoutes
    /// The donor details from review forms. They are filled in again if the donor returns to the review after
    /// editing the gift.
    let contacts = KeptContacts()
    /// Returns 64 random bits per call.
    let random: RandomSource
    /// Called with each unexpected error, to log the error.
    let failed: ErrorReport

    /// Creates the pages of a giving service.
    ///
    /// - Parameters:
    ///   - giving: The giving service.
    ///   - tags: The directory of managed tags, or nil.
    ///   - recorder: The service that verifies and stores taps.
    ///   - world: The simulated wallet and bank of the donor.
    ///   - mail: The service that sends sign-in links to donors.
    ///   - settings: The operator's settings for the site.
    ///   - admin: The pages below `/admin`; nil if they are not served.
    ///   - api: The API below `/api`, or nil.
    ///   - webhooks: The handler of the processor's webhooks; nil if the processor sends none.
    ///   - products: The pages of products. If two products have the same route table, the later one in the
    ///     list handles the requests.
    ///   - random: Returns 64 unpredictable random bits per call, for the keys of forms and the tokens of
    ///     links and sessions.
    ///   - failed: Called with each error that a visitor cannot resolve, to log the error.
    package init(
        giving: GivingService, tags: (any TagDirectory)?, recorder: TapRecorder = .none,
        world: SimulatedWorld, mail: any Mail, settings: SiteSettings, admin: AdminController? = nil,
        api: (any APIHandler)? = nil, webhooks: (any WebhookHandler)? = nil,
        products: [any ProductPages] = [],
        random: @escaping RandomSource,
        failed: @escaping ErrorReport = { _ in }
    ) {
        self.giving = giving
        organizations = OrganizationCache(giving.database)
        self.tags = tags.map(TagCache.init)
        self.recorder = recorder
        self.world = world
        self.mail = mail
        self.settings = settings
        self.admin = admin
        self.api = api
        self.webhooks = webhooks
        self.products = products.reduce(into: [:]) { owners, pages in
            for place in pages.places { owners[place.owner] = pages }
        }
        router = .standard.adding(products)
        self.random = random
        self.failed = failed
    }

    /// Returns the response to a request. If an error occurs, the response is a page that explains it.
    public func answer(_ request: PageRequest) async -> PageResponse {
        if let admin, request.isBelowAdmin {
            // The pages of staff show taps.
            await storeTaps()
            return await admin.answer(request)
        }
        do {
            return try await routed(request)
        } catch {
            return problem(error)
        }
    }

    /// Stores the taps that have been recorded but not stored yet. Errors are reported, not thrown. The
    /// server calls this function every second. It also calls the function before it reads taps, and when it
    /// stops.
    ///
    /// - Parameter id: The id of a tap; nil for all taps. If this tap is already stored, the function does
    ///   nothing.
    public func storeTaps(_ id: String? = nil) async {
        do { try await recorder.flush(id) } catch { failed(error) }
    }

    private func routed(_ request: PageRequest) async throws -> PageResponse {
        if request.place.owner == .site { return try await Self.routes.answer(request, on: self) }
        if request.isBelowAdmin {
            // These pages are not served here, so the path is treated like any link.
            guard request.method == "GET" else { return .notAllowed(methods: "GET") }
            return try await open(request)
        }
        if let refusal = request.refusedMethod { return refusal }
        guard let product = products[request.place.owner] else { return try await open(request) }
        return await product.answer(request)
    }

    /// Returns whether this site serves the pages of a route's owner, such as a product.
    func serves(_ place: RoutePlace) -> Bool {
        switch place.owner {
        case .site: true
        case .staff, .organization: admin != nil
        default: products[place.owner] != nil
        }
    }

    /// Returns whether a request with these cookies may upload a file. Only signed-in staff may upload files.
    func acceptsFiles(from cookies: Cookies) async -> Bool {
        await admin?.isSignedIn(cookies) ?? false
    }

    /// The query that is added to a gift's URL if the form that made the gift is submitted again with
    /// different values. The page then explains that the form was already used.
    static let used = "used=1"

    /// The elements that all pages share.
    var frame: PageFrame { PageFrame(isPublicSimulation: settings.isPublicSimulation) }

    private func problem(_ error: any Error) -> PageResponse {
        switch error {
        case let error as ProblemPage: page(error)
        case let error as InvocationError: page(ProblemPage(error))
        case let error as ResolutionError: page(ProblemPage(error, fundsURL: nil))
        case let error as GivingError:
            page(
                ProblemPage(
                    error.isAbsence ? 404 : 422, error.isAbsence ? "Not found" : "Your request was refused",
                    DonorSentence.of(error)))
        case let error as PaymentError:
            page(
                ProblemPage(
                    error.code == .pausedForDeclines || error.code == .payeePaused ? 429 : 503,
                    "Your request cannot be completed right now", DonorSentence.of(error)))
        default: unexpected(error)
        }
    }

    private func unexpected(_ error: any Error) -> PageResponse {
        failed(error)
        return page(.ours)
    }
}

extension GivingError {
    /// Whether the error means that the requested object does not exist.
    var isAbsence: Bool { category == .notFound }
}

/// The pages of a product other than giving, such as the pages of plans.
package protocol ProductPages: Sendable {
    /// The router's entries for the product's routes.
    var places: [RoutePlace] { get }

    /// Returns the response to a request. If an error occurs, the response is a page that explains it.
    func answer(_ request: PageRequest) async -> PageResponse
}
