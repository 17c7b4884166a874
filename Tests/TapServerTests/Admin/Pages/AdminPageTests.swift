import Giving
import TapServer
import Testing

/// The rules for every page of an organization's staff.
@Suite struct AdminPageTests {
    static let paths = ["", "/gifts", "/funds", "/monthly", "/payouts", "/payouts/bank", "/statements"]

    @Test(
        "every page is whole, loads nothing, has no script, and says that nothing is charged",
        arguments: paths)
    func whole(path: String) async throws {
        try await AdminBench.with { bench in
            try await bench.give()
            let page = try await bench.browser("owner").open("/admin/org/Grace\(path)")
            #expect(page.status == 200 && page.html.utf8.count < 60_000)
            #expect(page.says("<html lang=\"en\">") && page.says("Test mode: no real charges"))
            for word in ["<script", " src=", "<link", "@import", "url(", " style=", " onclick="] {
                #expect(!page.says(word), "\(word)")
            }
            #expect(page.html.matches(of: /<h1>/).count == 1)
        }
    }

    @Test("script in a name is text on every page")
    func escaped() async throws {
        try await AdminBench.with { bench in
            let name = "<script>alert(1)</script>\"'&"
            let gift = try await bench.give(name: name)
            let browser = try await bench.browser("owner")
            for path in Self.paths + [
                "/gifts/\(gift.id)", "/gifts/\(gift.id)/refund", "/donors/\(gift.donor ?? "")",
                "/donors/\(gift.donor ?? "")/note",
            ] {
                let page = try await browser.open("/admin/org/Grace\(path)")
                #expect(page.status == 200 && !page.says("<script"), "\(path)")
            }
            #expect(try await browser.open("/admin/org/Grace/gifts").says("&lt;script&gt;alert(1)"))
            let found = try await browser.search("/admin/org/Grace/gifts", "q=%22%3E%3Cscript%3E")
            #expect(found.status == 200 && !found.says("<script"))
        }
    }

    @Test("an unsupported method and an unknown path are refused")
    func methods() async throws {
        try await AdminBench.with { bench in
            for (method, path, allowed) in [
                ("POST", "/admin/org/Grace/payouts", "GET"), ("GET", "/admin/sign-out", "POST"),
                ("DELETE", "/admin/org/Grace/gifts/x/refund", "GET, POST"),
            ] {
                #expect(await bench.admin.answer(PageRequest(method, path)) == .notAllowed(methods: allowed))
            }
            for path in ["/admin/x", "/admin/org", "/admin/org/Grace/x", "/admin/org/Grace/gifts/x/y/z"] {
                let page = try await bench.browser("owner").open(path)
                #expect(page.status == 404, "\(path)")
            }
        }
    }

    @Test("a public simulation says so here, too")
    func publicSimulation() async throws {
        var settings = AdminSettings()
        settings.isPublicSimulation = true
        try await AdminBench.with(settings: settings) { bench in
            let browser = try await bench.browser("owner")
            for path in ["/admin/sign-in", "/admin/org/Grace", "/admin/org/Nobody"] {
                #expect(try await browser.open(path).says("Public simulation"), "\(path)")
            }
        }
    }
}
