import HTMLKit
import TextKit

/// A layer that replaces tokens in addresses with aliases. An address from a browser's history or a log is
/// therefore not sufficient to open a page.
///
/// When a link with a token is opened, the browser receives the token in a cookie, and is redirected to the
/// same address with an alias of the token. The handlers see only tokens: the alias in a request's address is
/// replaced by its token, and the token in the response is replaced by the alias.
struct LinkExchange {
    let router: SiteRoutes
    /// Whether the site uses TLS. If so, the cookie is sent only over TLS.
    var isSecure = false
    var isPublicSimulation = false
    /// Returns whether this site serves a route. Tokens are replaced by aliases only in the addresses of
    /// routes that the site serves.
    var serves: @Sendable (RoutePlace) -> Bool = { _ in true }

    /// Returns the response to a request.
    ///
    /// - Parameter handler: Handles the request after the alias in its address has been replaced by the
    ///   token.
    func answer(
        _ request: PageRequest, by handler: (PageRequest) async -> PageResponse
    ) async -> PageResponse {
        var links = OpenedLinks(request.cookies)
        guard serves(request.place), let address = SecretAddress(request.match, query: request.query) else {
            let answer = await handler(request)
            return finished(hiding(nil, in: answer, &links), links)
        }
        var (request, secret) = (request, Optional<String>.none)
        if OpenedLinks.isToken(address.value) {
            links.keep(address.value)
            if request.method == "GET", request.place.methods.contains("GET") {
                return finished(.redirect(to: address.target(hiding: address.value)), links)
            }
            secret = address.value
        } else if OpenedLinks.isAlias(address.value) {
            guard let token = links.token(of: address.value) else { return unopened(request.place) }
            request = request.moved(to: address.match(with: token), address.target(with: token))
            secret = token
        }
        let answer = await handler(request)
        return finished(hiding(secret, in: answer, &links), links)
    }

    /// Returns the response, with a new cookie if the opened links have changed.
    private func finished(_ answer: PageResponse, _ links: OpenedLinks) -> PageResponse {
        links.change(isSecure: isSecure).map { .setting($0, answer) } ?? answer
    }

    /// Returns a response whose addresses contain aliases instead of tokens.
    ///
    /// - Parameter secret: The token to replace in the page; nil if the page contains no token.
    private func hiding(
        _ secret: String?, in answer: PageResponse, _ links: inout OpenedLinks
    ) -> PageResponse {
        switch answer {
        case .page(let status, var document):
            if let secret {
                document.body = document.body.hiding(secret)
                document.head = document.head.map { $0.hiding(secret) }
            }
            return .page(status: status, document)
        case .redirect(let address): return .redirect(to: hidden(address, &links))
        case .setting(let cookie, let answer): return .setting(cookie, hiding(secret, in: answer, &links))
        case .saving(let name, let answer): return .saving(as: name, hiding(secret, in: answer, &links))
        case .retry(let seconds, let answer):
            return .retry(after: seconds, hiding(secret, in: answer, &links))
        case .clearing(let answer): return .clearing(hiding(secret, in: answer, &links))
        case .file, .bytes, .download, .events, .notAllowed: return answer
        }
    }

    /// Returns a redirect's address with its token replaced by an alias. An address without a token, or on a
    /// different site, is returned unchanged.
    private func hidden(_ address: String, _ links: inout OpenedLinks) -> String {
        let match = router.match(String(address.targetPath))
        guard let found = SecretAddress(match, query: String(address.targetQuery)), serves(match.place),
            OpenedLinks.isToken(found.value)
        else { return address }
        links.keep(found.value)
        return found.target(hiding: found.value)
    }

    /// Returns the page for an alias whose link was not opened in this browser.
    private func unopened(_ place: RoutePlace) -> PageResponse {
        let problem = ProblemPage.unopenedLink
        if place.owner == .staff {
            return AdminFrame(isPublicSimulation: isPublicSimulation).page(problem)
        }
        var frame = PageFrame(isPublicSimulation: isPublicSimulation)
        if place.label.hasPrefix("/-/give/") { return frame.answer(ProblemPage.noGift) }
        guard place.owner == DependentController.routes.owner else { return frame.answer(problem) }
        frame.isArabic = true
        return frame.answer(UnopenedDependentPage())
    }
}

extension LinkExchange {
    /// Creates the exchange for the pages of a site.
    init(_ site: TapController) {
        self.init(
            router: site.router, isSecure: site.settings.isSecure,
            isPublicSimulation: site.settings.isPublicSimulation, serves: { site.serves($0) })
    }
}

/// An address with a token or an alias in its path.
private struct SecretAddress {
    /// The token or the alias.
    let value: String
    /// The index of the token or alias among the path's variable segments.
    private let index: Int
    private let match: RouteMatch
    private let query: String

    /// Finds the token or alias in a path. Returns nil if the route's path has no secret segment.
    init?(_ match: RouteMatch, query: String) {
        guard let index = match.place.path.secretIndex, index < match.values.count else { return nil }
        value = match.values[index]
        (self.index, self.match, self.query) = (index, match, query)
    }

    /// Returns the route's match with a different value for the secret segment.
    func match(with value: String) -> RouteMatch {
        var values = match.values
        values[index] = value
        return RouteMatch(place: match.place, values: values)
    }

    /// Returns the path and query with a different value for the secret segment.
    func target(with value: String) -> String {
        let match = match(with: value)
        let path = match.place.path.filled(with: match.values)
        return query.isEmpty ? path : "\(path)?\(query)"
    }

    /// Returns the path and query with the token replaced by its alias.
    func target(hiding token: String) -> String { target(with: OpenedLinks.alias(of: token)) }
}

extension HTML {
    /// Returns the HTML with the alias of a token instead of the token.
    fileprivate func hiding(_ token: String) -> HTML {
        guard text.contains(token) else { return self }
        return HTML(markup: text.replacing(token, with: OpenedLinks.alias(of: token)))
            .withImage(from: imageOrigin)
    }
}

extension PageRequest {
    /// Returns the same request, but for a different address.
    fileprivate func moved(to match: RouteMatch, _ target: String) -> PageRequest {
        var request = self
        (request.match, request.target, request.upload) = (match, target, nil)
        return request
    }
}

extension ProblemPage {
    /// The error page for an address that contains an alias whose token is not in the browser's cookie.
    fileprivate static let unopenedLink = ProblemPage(
        404, "Open the link again", "this address works only in the browser in which the link was opened",
        reason: "a browser remembers only the last \(OpenedLinks.most) links that you opened",
        remedy: "Open the link from the e-mail or message again. If this page appears again, allow "
            + "cookies for this site. Nothing was changed, and nothing was charged.")
}

/// The Arabic version of the error page for a guardian's link. It is shown if the address contains an alias,
/// but the browser's cookie does not contain the token for that alias.
private struct UnopenedDependentPage: PageContent {
    let title = "افتح الرابط مرة أخرى"
    let statusCode = 404

    var body: HTML {
        """
        <h1>\(title)</h1>
        <p><strong>يعمل هذا العنوان فقط في المتصفح الذي فُتح فيه الرابط.</strong></p>
        <p>افتح الرابط من الرسالة مرة أخرى. إذا ظهرت هذه الصفحة ثانية، فاسمح لهذا الموقع بملفات تعريف الارتباط. لم يُسحب أي \
        مبلغ.</p>
        """
    }
}
