import Foundation
import HTMLKit
import ServerKit
import Synchronization
import TapServer
import Testing

/// Somebody with a browser that knows no script: follows redirects, fills forms in.
struct Visitor: Sendable {
    let bench: SiteBench
    /// The browser's cookies.
    let cookies = CookieJar()
    /// The network address that it comes from.
    var client: String?

    /// The headers that the browser sends.
    var sent: Cookies { Cookies(cookies.all) }

    /// Opens a page, and what it redirects to.
    func open(_ target: String) async throws -> Page {
        try await page(
            of: await bench.site.answer(PageRequest("GET", target, cookies: Cookies(cookies.all))),
            at: target)
    }

    /// Sends the form of a page to where it goes.
    ///
    /// - Parameter entered: The values entered or clicked, in addition to the hidden fields.
    func send(_ page: Page, _ entered: [String: String] = [:], to action: String? = nil) async throws -> Page
    {
        let fields = page.chosen.merging(page.hidden) { $1 }.merging(entered) { $1 }
        let action = try action ?? #require(page.action)
        guard page.posts else {
            return try await open("\(action)?\(Self.encoded(fields))")
        }
        return try await post(action, fields)
    }

    /// Posts fields.
    func post(_ action: String, _ fields: [String: String]) async throws -> Page {
        let request = PageRequest(
            "POST", action, form: Self.encoded(fields), client: client, cookies: Cookies(cookies.all))
        return try await page(of: await bench.site.answer(request), at: action)
    }

    private func page(of answer: PageResponse, at target: String) async throws -> Page {
        switch answer {
        case .page(let status, let document):
            return Page(status: status, html: document.text, target: target)
        case .redirect(let address): return try await open(address)
        case .file(let status, _, let content): return Page(status: status, html: content, target: target)
        case .bytes(_, let content):
            return Page(status: 200, html: String(decoding: content, as: UTF8.self), target: target)
        case .download(_, _, let export):
            return Page(status: 200, html: try await export.whole(), target: target)
        case .retry(_, let answer), .saving(_, let answer), .clearing(let answer):
            return try await page(of: answer, at: target)
        case .setting(let cookie, let answer):
            cookies.take(cookie.text)
            return try await page(of: answer, at: target)
        case .events: return Page(status: 200, html: "", target: target)
        case .notAllowed: return Page(status: 405, html: "", target: target)
        }
    }

    static func encoded(_ fields: [String: String]) -> String {
        fields.sorted { $0.key < $1.key }.map { "\(escaped($0.key))=\(escaped($0.value))" }.joined(
            separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// The browser's last cookie for the site, and the cookie with the secret of a donor's browser.
final class CookieJar: Sendable {
    private let kept = Mutex<(header: String, setting: String, secret: String)>(("", "", ""))

    /// The last cookie. The secret of a donor's browser is not included.
    var header: String { kept.withLock { $0.header } }
    /// The header that set the last cookie.
    var setting: String { kept.withLock { $0.setting } }
    /// All cookies, as a browser sends them.
    var all: String {
        kept.withLock { [$0.secret, $0.header].filter { !$0.isEmpty }.joined(separator: "; ") }
    }

    /// Keeps a cookie that a server sets.
    func take(_ setting: String) {
        let pair = String(setting.prefix { $0 != ";" })
        kept.withLock {
            if pair.hasPrefix("browser=") || pair.hasPrefix("__Host-browser=") {
                $0.secret = pair
            } else {
                ($0.header, $0.setting) = (pair.hasSuffix("=") ? "" : pair, setting)
            }
        }
    }

    /// Sets a made-up cookie.
    func forge(_ header: String) { kept.withLock { $0.header = header } }
}

/// A page as it arrived.
struct Page: Sendable {
    var status: Int
    var html: String
    var target: String

    /// The action of its form.
    var action: String? { html.firstMatch(of: /<form method="\w+" action="([^"]*)"/).map { String($0.1) } }
    /// The actions of its forms.
    var actions: [String] {
        html.matches(of: /<form [^>]*action="([^"]*)"/).map { String($0.1) }
    }
    /// Whether its form changes something.
    var posts: Bool { html.contains("<form method=\"post\"") }

    /// The hidden fields.
    var hidden: [String: String] {
        Dictionary(
            html.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/)
                .map { (String($0.1), String($0.2)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The choices of its lists: the selected option, else the first.
    var chosen: [String: String] {
        let lists = html.matches(of: /<select name="([^"]*)"[^>]*>([^\0]*?)<\/select>/)
        return Dictionary(
            lists.map { list in
                let marked = list.2.firstMatch(of: /value="([^"]*)"[^>]* selected/)
                let first = list.2.firstMatch(of: /value="([^"]*)"/)
                return (String(list.1), String(marked?.1 ?? first?.1 ?? ""))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether it says so.
    func says(_ text: String) -> Bool { html.contains(text) }
}

extension Visitor {
    /// The values that a donor enters.
    static let donor = ["name": "A Donor", "email": "donor@example.org", "phone": "+1 202 555 0101"]

    /// From the tag to the page of the gift.
    func give(
        _ target: String = "/Grace?f=12&r=0", _ choice: [String: String] = [:], card: String = "pm_card_visa",
        by means: String = "card"
    ) async throws -> Page {
        let review = try await send(open(target), ["amount": "50.00", "by": means].merging(choice) { $1 })
        return try await send(review, Self.donor.merging(["method": card]) { $1 })
    }
}
