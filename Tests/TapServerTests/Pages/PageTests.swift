import Giving
import HTMLKit
import InvocationRouter
import Testing

@testable import TapServer

/// The rules for every page.
@Suite struct PageTests {
    @Test("script in a name is text")
    func escaped() async throws {
        try await SiteBench.with { bench in
            let name = "</title><script>alert(1)</script>\"'&"
            try await bench.addOrganization("Evil", name, funds: [("1", "<img src=x onerror=alert(2)>")])
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Evil?f=1&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let entered = ["name": "<script>alert(3)</script>", "method": "pm_card_visa"]
            let thanks = try await visitor.send(review, Visitor.donor.merging(entered) { $1 })
            for page in [page, review, thanks] {
                #expect(page.status == 200)
                #expect(!page.says("<script") && !page.says("<img"))
                #expect(page.says("&lt;script&gt;alert(1)"))
            }
            #expect(thanks.says("&lt;script&gt;alert(3)"))
            #expect(try await !visitor.signIn().says("<script"))
            let echoed = try await visitor.send(
                visitor.open("/Evil?f=1&r=0"), ["other": "\"><script>", "by": "card"])
            #expect(echoed.status == 422 && !echoed.says("<script"))
        }
    }

    @Test("a name of another direction moves nothing around it")
    func rightToLeft() async throws {
        try await SiteBench.with { bench in
            try await bench.addOrganization("Salam", "كنيسة السلام", funds: [("1", "البناء"), ("2", "All")])
            let page = try await Visitor(bench: bench).open("/Salam?f=1&r=0")
            #expect(
                page.says("<h1><bdi>كنيسة السلام</bdi></h1>") && page.says("dir=\"auto\" selected>البناء"))
        }
    }

    // G1-23
    @Test("every page is small, complete, and loads nothing", arguments: ["/", "/Grace?f=12&r=1", "/t/none"])
    func small(target: String) async throws {
        try await SiteBench.with { bench in
            let page = try await Visitor(bench: bench).open(target)
            #expect(page.html.utf8.count < 40_000)
            #expect(page.says("<html lang=\"en\">") && page.says("name=\"viewport\""))
            for word in ["<script", " src=", "<link", "@import", "url(", " style=", " onclick="] {
                #expect(!page.says(word), "\(word)")
            }
        }
    }

    @Test("every field has a label")
    func labels() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=1")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "wallet"])
            for html in [page.html, review.html] {
                // A label encloses its field, except for the one that refers to its id.
                for field in html.split(separator: "<input ").dropFirst()
                where !field.hasPrefix("type=\"hidden\"") {
                    let before = html[..<field.startIndex]
                    let opened = before.matches(of: /<label/).count - before.matches(of: /<\/label>/).count
                    #expect(opened == 1 || field.contains("id=\"other\""), "\(field.prefix(60))")
                }
            }
        }
    }

    @Test("the policy names the page's style sheet by its hash, and allows nothing else")
    func policy() {
        let page = PageFrame().page("Title", "<p>x</p>")
        let policy = PageHeaders.policy(of: page)
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"))
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'self'"))
        #expect(!policy.contains("script-src") && !policy.contains("connect-src"))
        let named = PageFrame().page("</head><script src=\"/x\">", "<script src=\"/x\">")
        #expect(!PageHeaders.policy(of: named).contains("script-src"), "but for the document's own script")
        let live = PageFrame(script: "/x").page("Title", "<p>x</p>")
        #expect(PageHeaders.policy(of: live).contains("; script-src 'self'; connect-src 'self'; form-action"))
        #expect(PageHeaders.policy(of: PageFrame(style: StyleSheet("a{}")).page("Title", "")) != policy)
    }

    // G1-08
    @Test(
        "a logo is shown before the name, from its own server only",
        arguments: [
            ("https://example.org/a.svg", "; img-src https://example.org;"),
            ("https://example.org:8443/a?b=\"><script>", "; img-src https://example.org:8443;"),
            ("https://example.org", "; img-src https://example.org;"),
            // What would end the source's name, and begin another one.
            ("https://example.org;script-src", nil), ("https://a'b/", nil), ("http://example.org/a.svg", nil),
        ])
    func logo(url: String, source: String?) {
        let page = PageFrame().page("Title", PageFrame.payee("Grace & Co", logo: url, "A line"))
        #expect(page.text.contains("data-initials=\"GC\" referrerpolicy=\"no-referrer\">"))
        // The name follows the logo, so the logo has no alternative text of its own. If it does not load, its initials show.
        let picture = page.text.firstRange(of: "alt=\"\" width=\"51\" height=\"51\"")
        let name = page.text.firstRange(of: "<h1><bdi>Grace &amp; Co</bdi></h1>")
        #expect(picture != nil && name != nil && picture!.upperBound < name!.lowerBound)
        #expect(page.text.contains(".logo::after{content:attr(data-initials)"))
        let none = PageFrame().page("Title", PageFrame.payee("Grace & Co", "A line"))
        #expect(none.text.contains("<span class=\"initials\" aria-hidden=\"true\">GC</span>"))
        let policy = PageHeaders.policy(of: page)
        #expect(policy.contains(source ?? "base-uri") && policy.contains("img-src") == (source != nil))
        #expect(!page.text.contains("<script") && !policy.contains("script-src"))
    }

    @Test("a name that looks like a logo's element loads nothing")
    func namedLogo() {
        let name = "<img class=\"logo\" src=\"https://example.org/\">"
        let page = PageFrame().page("Title", PageFrame.payee(name, "A line"))
        #expect(!PageHeaders.policy(of: page).contains("img-src"))
    }

    @Test("a public simulation says so on every page", arguments: ["/", "/Grace?r=0", "/Nobody"])
    func publicSimulation(target: String) async throws {
        var settings = SiteSettings()
        settings.isPublicSimulation = true
        try await SiteBench.with(settings: settings) { bench in
            let page = try await Visitor(bench: bench).open(target)
            #expect(page.says("Public simulation"))
        }
    }

    @Test("a public simulation says so on a receipt, too")
    func publicReceipt() async throws {
        var settings = SiteSettings()
        settings.isPublicSimulation = true
        try await SiteBench.with(settings: settings) { bench in
            let visitor = Visitor(bench: bench)
            let thanks = try await visitor.give()
            let receipt = try await visitor.open(thanks.target + "/receipt")
            #expect(receipt.says("TEST: no money moved") && receipt.says("$50.00"))
        }
    }

    @Test("the way back from a receipt is not printed, and its style is allowed")
    func wayBack() throws {
        let paper = HTMLDocument(title: "Receipt", style: PrintedPage.style, body: "<main></main>")
        let answer = PageFrame().paper(paper, backTo: "/-/give/a\"b", "Back to your gift")
        guard case .page(200, let page) = answer else { throw CancellationError() }
        #expect(page.text.contains("<a href=\"/-/give/a&quot;b\">Back to your gift</a></nav>\n<main>"))
        #expect(page.text.contains("@media print { .back { display: none; } }\n</style>\n</head>"))
        #expect(PageHeaders.policy(of: page) != PageHeaders.policy(of: paper))
    }

    // G1-26
    @Test("the association files are JSON without a redirect, and the page names the clip")
    func association() async throws {
        var settings = SiteSettings()
        (settings.appleAssociation, settings.assetLinks) = ("{}", "[]")
        settings.banner = ClipBanner(clipBundle: "giving.tap.app.Clip", appStoreID: 42)
        try await SiteBench.with(settings: settings) { bench in
            for (name, content) in [("apple-app-site-association", "{}"), ("assetlinks.json", "[]")] {
                let answer = await bench.site.answer(PageRequest("GET", "/.well-known/\(name)"))
                #expect(answer == .file(status: 200, type: "application/json", content: content))
            }
            let meta =
                "content=\"app-id=42, app-clip-bundle-id=giving.tap.app.Clip, app-clip-display=card\""
            let page = try await Visitor(bench: bench).open("/Grace?r=0")
            #expect(page.says(meta))
        }
    }

    @Test(
        "initials pass over articles",
        arguments: [
            ("The Woodlands Church", "WC"), ("Grace", "G"), ("the", "T"), ("كنيسة السلام", "كا"), ("", ""),
            ("(New) life", "NL"),
        ])
    func initials(name: String, initials: String) { #expect(Initials.of(name) == initials) }
}
