import HTMLKit
import ServerKit
import Testing

@testable import TapServer

/// A browser that opens links over the exchange, keeps cookies and follows redirects.
struct LinkBrowser {
    let exchange: LinkExchange
    /// Returns the response of the site to a request whose address contains the token.
    let site: @Sendable (PageRequest) async -> PageResponse
    /// The values of the cookies by name.
    var cookies: [String: String] = [:]
    var keepsCookies = true
    /// The addresses to which it was redirected.
    private(set) var redirects: [String] = []
    /// The `Set-Cookie` headers that it received.
    private(set) var settings: [String] = []

    /// Creates a browser for a site.
    init(_ site: TapController) {
        exchange = LinkExchange(site)
        self.site = { await site.answer($0) }
    }

    /// Creates a browser for all routes, with a handler that answers for all of them.
    init(isSecure: Bool = false, _ site: @escaping @Sendable (PageRequest) async -> PageResponse) {
        exchange = LinkExchange(router: .standard, isSecure: isSecure)
        self.site = site
    }

    /// Sends a request, without following a redirect.
    mutating func send(_ method: String, _ target: String, form: String = "") async -> PageResponse {
        let sent = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let request = PageRequest(
            method, target, form: form,
            cookies: Cookies(sent.joined(separator: "; "), isSecure: exchange.isSecure))
        var answer = await exchange.answer(request, by: site)
        while case .setting(let cookie, let rest) = answer {
            settings.append(cookie.text)
            let name = (exchange.isSecure ? "__Host-" : "") + cookie.name
            if keepsCookies { cookies[name] = cookie.value }
            answer = rest
        }
        return answer
    }

    /// Opens a page, and the pages that it redirects to.
    mutating func open(_ target: String) async throws -> Page { try await page("GET", target) }

    /// Sends a form, and opens the page that it redirects to.
    mutating func post(_ target: String, _ fields: [String: String]) async throws -> Page {
        try await page("POST", target, form: Visitor.encoded(fields))
    }

    private mutating func page(_ method: String, _ target: String, form: String = "") async throws -> Page {
        var (answer, target) = (await send(method, target, form: form), target)
        for _ in 0..<5 {
            guard case .redirect(let address) = answer else { break }
            redirects.append(address)
            (answer, target) = (await send("GET", address), address)
        }
        guard case .page(let status, let document) = answer else {
            Issue.record("\(method) \(target) leads to no page")
            return Page(status: 405, html: "", target: target)
        }
        return Page(status: status, html: document.text, target: target)
    }
}
