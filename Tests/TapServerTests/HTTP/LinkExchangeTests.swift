import Foundation
import HTMLKit
import ServerKit
import TestSupport
import Testing
import TokenKit

@testable import TapServer

/// The exchange of a link's token for an alias and a cookie.
@Suite struct LinkExchangeTests {
    private static let token = "AbCdEfGhIjKlMnOpQrStUv"
    private static let alias = OpenedLinks.alias(of: token)
    private static let path = "/pay/\(token)"

    /// A page that contains the address for which the handler was called. The status is 200 if it has the
    /// token.
    @Sendable private static func echo(_ request: PageRequest) async -> PageResponse {
        .page(
            status: request.target.contains(token) ? 200 : 404,
            HTMLDocument(
                title: "Echo", style: PageStyle.sheet,
                body: "<form method=\"post\" action=\"\(request.target)\"></form>"))
    }

    /// All routes of all pages.
    private static let places =
        TapController.routes.places + PaymentPath.routes.places + PayeeController.routes.places
        + DependentController.routes.places + PlanController.routes.places + AdminController.routes.places
        + AdminRequestContext.table.places

    @Test("an opened link has an address without its token, which a cookie contains")
    func exchange() async throws {
        var browser = LinkBrowser(Self.echo)
        let page = try await browser.open(Self.path + "?a=b&c=%2F")
        #expect(page.status == 200 && page.target == "/pay/\(Self.alias)?a=b&c=%2F")
        #expect(page.action == page.target.replacing("&", with: "&amp;") && !page.says(Self.token))
        #expect(Self.alias.count == 12 && OpenedLinks.isAlias(Self.alias))
        #expect(
            browser.settings
                == ["links=\(Self.token); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"])
        // The address opens again, and the cookie stays the same.
        #expect(try await browser.open(page.target).status == 200)
        #expect(try await browser.open(Self.path).target == "/pay/\(Self.alias)")
        #expect(browser.settings.count == 1)
    }

    @Test("over TLS, the cookie is for this host alone")
    func secure() async throws {
        var browser = LinkBrowser(isSecure: true, Self.echo)
        #expect(try await browser.open(Self.path).status == 200)
        #expect(
            browser.settings == [
                "__Host-links=\(Self.token); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
            ])
        browser.cookies = ["links": Self.token]
        #expect(try await browser.open("/pay/\(Self.alias)").status == 404)
    }

    @Test("a token in a path is a secret on every route")
    func marked() {
        let named = Self.places.filter { $0.names.contains("token") }
        #expect(named.count > 15)
        #expect(named.allSatisfy { $0.path.secretIndex != nil })
    }

    @Test("no address, redirect or page of a route with a secret contains the token")
    func everyRoute() async throws {
        for place in Self.places where place.path.secretIndex != nil {
            var browser = LinkBrowser(Self.echo)
            let index = place.path.secretIndex
            let paths = [Self.token, Self.alias].map { value in
                place.path.filled(with: place.names.indices.map { $0 == index ? value : "7" })
            }
            if place.methods.contains("GET") {
                let page = try await browser.open(paths[0])
                #expect(browser.redirects == [paths[1]] && page.status == 200, "\(place.label)")
                #expect(!page.says(Self.token), "\(place.label)")
            }
            guard place.methods.contains("POST") else { continue }
            for path in paths {
                let page = try await browser.post(path, [:])
                #expect(page.status == 200 && !page.says(Self.token), "\(place.label)")
                #expect(page.action == paths[1], "\(place.label)")
            }
        }
    }

    @Test(
        "an address that was opened in another browser shows how to go on",
        arguments: [
            ("/pay/%", "Open the link again"), ("/-/plan/%", "Open the link again"),
            ("/-/payee/%/year/2026", "Open the link again"),
            ("/admin/new-password/%", "Open the link again"),
            ("/-/dependents/%", "افتح الرابط مرة أخرى"),
        ])
    func unopened(template: String, words: String) async throws {
        let target = template.replacing("%", with: Self.alias)
        for cookies in [[:], ["links": "ZbCdEfGhIjKlMnOpQrStUv"]] {
            var browser = LinkBrowser(Self.echo)
            browser.cookies = cookies
            let page = try await browser.open(target)
            #expect(page.status == 404 && page.says(words) && !page.says("Echo"))
            let sent = try await browser.post(target, [:])
            #expect(sent.status == 404 || sent.status == 405)
            #expect(!sent.says("Echo"))
        }
    }

    @Test("a browser that refuses cookies is redirected once, and reads why the page is missing")
    func refused() async throws {
        var browser = LinkBrowser(Self.echo)
        browser.keepsCookies = false
        let page = try await browser.open(Self.path)
        #expect(browser.redirects == ["/pay/\(Self.alias)"])
        #expect(page.status == 404 && page.says("allow cookies") && page.says("Nothing was changed"))
        // A program that keeps no cookies can still send a form.
        #expect(try await browser.post(Self.path, [:]).status == 200)
    }

    @Test("a cookie keeps the ten links that were opened last")
    func eleventh() async throws {
        var browser = LinkBrowser { request in
            .page(
                status: 200,
                HTMLDocument(title: "Echo", style: PageStyle.sheet, body: "<p>\(request.target)</p>"))
        }
        let tokens = (0..<11).map { "AbCdEfGhIjKlMnOpQrSt" + String($0 + 10) }
        for token in tokens { #expect(try await browser.open("/pay/\(token)").status == 200) }
        #expect(browser.cookies["links"] == tokens.reversed().prefix(10).joined(separator: "."))
        let statuses = try await [
            browser.open("/pay/\(OpenedLinks.alias(of: tokens[0]))").status,
            browser.open("/pay/\(OpenedLinks.alias(of: tokens[1]))").status,
        ]
        #expect(statuses == [404, 200])
        #expect(try await browser.open("/pay/\(tokens[0])").status == 200)
        #expect(try await browser.open("/pay/\(tokens[2])").status == 200)
        #expect(browser.cookies["links"]?.hasPrefix("\(tokens[2]).\(tokens[0]).") == true)
    }

    @Test(
        "a changed cookie opens nothing and stops nothing",
        arguments: [
            "", ".", "0", "....", "AbCdEfGhIjKlMnOpQrStU", "AbCdEfGhIjKlMnOpQrStU!", alias, "../" + token,
            "x." + String(repeating: "A", count: 7_000), String(repeating: ".", count: 7_000),
            String(repeating: "a.", count: 20) + token, "%41bCdEfGhIjKlMnOpQrStUv",
        ])
    func changed(cookie: String) async throws {
        var browser = LinkBrowser(Self.echo)
        browser.cookies["links"] = cookie
        #expect(try await browser.open("/pay/\(Self.alias)").status == 404)
        #expect(try await browser.open(Self.path).status == 200)
    }

    @Test(
        "a link that is not a token is not exchanged", arguments: ["x", "con_1", "AbCdEfGhIjKlMnOpQrStUvw"])
    func malformed(text: String) async throws {
        var browser = LinkBrowser(Self.echo)
        #expect(try await browser.open("/pay/\(text)").target == "/pay/\(text)")
        #expect(browser.settings.isEmpty)
    }

    @Test("a site without a product does not exchange its links")
    func notServed() async throws {
        try await SiteBench.with { bench in
            var browser = LinkBrowser(bench.site)
            for target in [Self.path, "/admin/new-password/\(Self.token)", "/pay/\(Self.alias)"] {
                let page = try await browser.open(target)
                #expect(page.target == target)
            }
            #expect(browser.settings.isEmpty)
        }
    }

    @Test("a redirect to another link contains an alias, beside the cookie of the page")
    func redirect() async throws {
        let other = "ZbCdEfGhIjKlMnOpQrStUv"
        var browser = LinkBrowser { request in
            guard request.method == "POST" else { return await Self.echo(request) }
            return .setting(
                SetCookie("buyer", "1", path: "/-/plan", isSecure: false),
                .redirect(to: "/-/plan/\(other)?x=1"))
        }
        let target = "/-/plan/\(OpenedLinks.alias(of: other))?x=1"
        for path in ["/-/plan/\(Self.token)", "/-/plan/\(Self.alias)"] {
            #expect(await browser.send("POST", path) == .redirect(to: target))
        }
        #expect(browser.cookies == ["buyer": "1", "links": "\(other).\(Self.token)"])
        var away = LinkBrowser { _ in .redirect(to: "https://processor.example/\(Self.token)") }
        #expect(
            await away.send("POST", "/-/payee/\(Self.token)/connect")
                == .redirect(to: "https://processor.example/\(Self.token)"))
    }

    @Test("over HTTP, HEAD is exchanged like GET, and no response has a referrer")
    func http() async throws {
        try await SiteBench.with { bench in
            var configuration = SiteServer.Configuration()
            configuration.port = 0
            let server = SiteServer(configuration)
            let running = try await RunningServer { started in
                try await server.serve(bench.site, tend: {}, started: started)
            }
            let folder = FileManager.default.temporaryDirectory.appending(path: "links-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let link = "/-/giver/link/00112233445566778899aabbccddeeff"
            let alias = OpenedLinks.alias(of: "00112233445566778899aabbccddeeff")
            let run = try await ProgramRun.shell(
                """
                at=http://127.0.0.1:\(running.port)
                curl -s -I $at\(link) | tr -d '\\r'
                for method in GET HEAD; do
                    [ $method = HEAD ] && set -- -I
                    curl -s "$@" -o page -L -b jar -c jar -w '%{http_code} %{url_effective}\\n' $at\(link)
                done
                curl -s -o page -L -w '%{http_code} %{num_redirects}\\n' $at\(link); grep -c 'allow cookies' page
                """, in: folder)
            let lines = run.standardOutput.split(separator: "\n").map { $0.lowercased() }
            #expect(lines.first == "http/1.1 303 see other", "\(run.standardOutput) \(run.standardError)")
            #expect(lines.contains("location: /-/giver/link/\(alias)"))
            #expect(lines.contains("referrer-policy: no-referrer"))
            #expect(lines.contains { $0.hasPrefix("set-cookie: links=00112233") })
            let shown = "410 http://127.0.0.1:\(running.port)/-/giver/link/\(alias)"
            #expect(lines.suffix(4) == [shown, shown, "404 1", "1"])
            await running.ended()
        }
    }
}
