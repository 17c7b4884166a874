import DatabaseKit
import Giving
import TapServer
import Testing

/// Funds that come, change and go.
@Suite struct AdminFundTests {
    private func funds(in bench: AdminBench) async throws -> [Fund] {
        try await bench.bench.file.read { try $0.funds(of: "Grace", limit: 50) }
    }

    @Test("a fund is added once, renamed, closed and opened again")
    func life() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let before = try await funds(in: bench).count
            var form = try await browser.open("/admin/org/Grace/new-fund").hidden
            form.merge(["id": "bus", "name": "Bus", "single": "1", "monthly": "1"]) { $1 }
            for _ in 1...2 {
                #expect(try await browser.post("/admin/org/Grace/new-fund", form).says("<bdi>Bus</bdi>"))
            }
            #expect(try await funds(in: bench).count == before + 1)

            let fund = "/admin/org/Grace/funds/bus"
            let csrf = try #require(try await browser.open(fund).hidden["csrf"])
            let rename = ["csrf": csrf, "do": "rename", "name": "The bus"]
            #expect(try await browser.post(fund, rename).says("<bdi>The bus</bdi>"))
            _ = try await browser.post(fund, ["csrf": csrf, "do": "close"])
            #expect(try await funds(in: bench).first { $0.id == "bus" }?.isOpen == false)
            _ = try await browser.post(fund, ["csrf": csrf, "do": "reopen"])
            #expect(try await funds(in: bench).first { $0.id == "bus" }?.isOpen == true)
        }
    }

    @Test("a refused change is explained on the form, and nothing changes")
    func refused() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let before = try await funds(in: bench)
            let csrf = try #require(try await browser.open("/admin/org/Grace/new-fund").hidden["csrf"])
            let form = ["csrf": csrf, "id": "a b", "name": "Bus", "single": "1"]
            let page = try await browser.post("/admin/org/Grace/new-fund", form)
            #expect(page.status == 422 && page.says("role=\"alert\"") && page.says("value=\"Bus\""))
            #expect(page.says("name=\"single\" value=\"1\" checked"))
            #expect(page.says("name=\"monthly\" value=\"1\">"))
            let hidden = try await browser.post(
                "/admin/org/Grace/new-fund", form.merging(["id": "bus", "name": "B\u{202E}us"]) { $1 })
            #expect(hidden.says("U+202E RIGHT-TO-LEFT OVERRIDE"))
            #expect(!hidden.html.unicodeScalars.contains("\u{202E}"))
            #expect(try await funds(in: bench) == before)
        }
    }

    @Test("a form that no page of this sign-in made changes nothing")
    func forged() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let before = try await funds(in: bench)
            let form = ["csrf": "0", "id": "bus", "name": "Bus", "single": "1"]
            #expect(try await browser.post("/admin/org/Grace/new-fund", form).status == 403)
            #expect(try await funds(in: bench) == before)
        }
    }

    @Test("a role that only reads money sees the funds and no form to change them")
    func readOnly() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("reader")
            let page = try await browser.open("/admin/org/Grace/funds")
            #expect(page.status == 200 && !page.says("Add fund") && !page.says(">Edit"))
            #expect(try await browser.open("/admin/org/Grace/new-fund").status == 403)
        }
    }
}
