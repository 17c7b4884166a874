import Foundation
import HTMLKit
import StaffAccess
import TapServer
import Testing

/// Paths that climb, and addresses that lead elsewhere.
@Suite struct TraversalTests {
    static let climbing = [
        "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "/....//etc/passwd",
        "/.well-known/../../etc/passwd", "/.well-known/..%2f..%2fetc%2fpasswd", "/-/give/../../etc/passwd",
        "/-/giver/receipt/..%2f..%2fetc%2fpasswd", "/-/giver/statements/..%2f../2026.csv",
        "/-/giver/link/..%2f..%2fdata", "/Grace%00.txt", "/-/give/%2e%2e/receipt", "/t/..%2f..%2fetc",
        "/admin/../../etc/passwd", "/admin/org/..%2f..%2fetc/gifts", "/admin/org/Grace/tags/..%2f..%2fetc",
        "/admin/org/Grace/../Hope/gifts", "/admin/org/Grace/statements/..%2f..%2fHope",
        "/\\..\\..\\etc\\passwd",
        "/admin/org/Grace/gifts/..%2f..%2fHope%2fgifts", "/admin/org/Grace%2f..%2fHope/gifts",
    ]

    @Test("a path with traversal segments finds nothing", arguments: climbing)
    func climbs(path: String) async throws {
        try await AdminBench.with { bench in
            _ = try await bench.give(to: "Hope")
            let visitor = Visitor(bench: bench.bench)
            _ = try await visitor.give()
            _ = try await visitor.signIn()
            let browser = try await bench.browser("owner")
            let page = try await path.hasPrefix("/admin") ? browser.open(path) : visitor.open(path)
            #expect([400, 404, 410].contains(page.status), "\(page.status)")
            #expect(!page.says("root:") && !page.says("SQLite") && !page.says("<bdi>A Donor"))
        }
    }

    static let elsewhere = [
        "//evil.example", "//evil.example/%2f..", "/\\evil.example", "/%5cevil.example", "///evil.example",
        "/-/giver//evil.example", "/admin//evil.example", "/admin/sign-in?next=//evil.example",
        "/-/giver?after=//evil.example", "/?url=https://evil.example", "/-/give/https://evil.example",
        "/admin/org///evil.example", "https://evil.example/Grace", "/@evil.example",
        "@evil.example/Grace",
    ]

    @Test("no redirect or link leads to another site", arguments: elsewhere)
    func stays(target: String) async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("owner")
            let token = try await browser.open("/admin/org/Grace").hidden["csrf"] ?? ""
            let fields = [
                "next": "//evil.example", "return_to": "https://evil.example", "redirect": "//evil.example",
                "csrf": token, "org": "//evil.example", "key": "AAAAAAAAAAAAAAAAAAAAAA", "by": "card",
                "email": "owner@example.org", "password": AdminBench.password, "method": "pm_card_visa",
            ]
            let paths = [
                "/-/change", "/-/give", "/-/giver", "/admin/sign-in", "/admin/sign-out",
                "/-/give/AAAAAAAAAAAAAAAAAAAAAA/retry",
            ]
            let requests =
                [PageRequest("GET", target, cookies: browser.cookies)]
                + ([target] + paths).map {
                    PageRequest("POST", $0, form: Visitor.encoded(fields), cookies: browser.cookies)
                }
            for request in requests {
                let answers = [
                    await bench.bench.site.answer(request), await bench.admin.answer(request),
                ]
                for address in answers.compactMap(\.redirection) {
                    let second = address.dropFirst().first
                    #expect(
                        address.hasPrefix("/") && second != "/" && second != "\\",
                        "\(request.method) \(request.target) leads to \(address)")
                }
                for case .page(_, let document) in answers.map(\.withoutCookies) {
                    let links = document.text.matches(of: #/(?:href|action)="([^"]*)"/#).map { String($0.1) }
                    #expect(
                        links.allSatisfy { $0.hasPrefix("/") && !$0.hasPrefix("//") && !$0.hasPrefix("/\\") },
                        "\(request.target): \(links)")
                }
            }
        }
    }
}

extension PageResponse {
    /// The response without the cookies that it sets.
    fileprivate var withoutCookies: PageResponse {
        if case .setting(_, let answer) = self { answer.withoutCookies } else { self }
    }

    /// The target of the redirect; nil for other responses.
    fileprivate var redirection: String? {
        switch self {
        case .redirect(let address): address
        case .setting(_, let answer), .retry(_, let answer), .saving(_, let answer), .clearing(let answer):
            answer.redirection
        case .page, .file, .bytes, .download, .events, .notAllowed: nil
        }
    }
}
