import DatabaseKit
import Giving
import HTMLKit
import Testing

@testable import TapServer

/// The pages in the color of an organization.
@Suite struct OrganizationColorTests {
    @Test("a page takes the color in a style sheet of its own, which its policy allows by hash")
    func page() throws {
        let colored = HTML(markup: "<p>x</p>").withStyle(OrganizationColor.sheet("#1a5fb4"))
        let page = PageFrame().page("Title", colored)
        let sheet = try #require(OrganizationColor.sheet("#1a5fb4"))
        #expect(page.text.contains("</style>\n<style>\(sheet.text)</style>\n</head>"))
        #expect(sheet.text.contains(":root{--accent:#1a5fb4;--on:#fff}"))
        let policy = PageHeaders.policy(of: page)
        #expect(policy.contains("; style-src \(PageStyle.sheet.source) \(sheet.source);"))
        #expect(!policy.contains("unsafe"))
        #expect(sheet.text.utf8.count < 200, "it is sent with each page")
    }

    @Test("a color that is too light or too dark is adjusted, and its text is readable")
    func adjusted() throws {
        let yellow = try #require(OrganizationColor.sheet("#ffee00")).text
        #expect(yellow.contains("{:root{--accent:#ffee00;--on:#1f242a}}"), "on dark, it can stay")
        #expect(!yellow.hasPrefix(":root{--accent:#ffee00"), "but not under white text")
        let navy = try #require(OrganizationColor.sheet("#000040")).text
        #expect(navy.hasPrefix(":root{--accent:#000040;--on:#fff}"))
        #expect(!navy.contains("--accent:#000040;--on:#1f242a"))
    }

    @Test(
        "a string that is not a color changes nothing",
        arguments: ["", "red", "#12345", "#123;}*{color:red"])
    func refused(text: String) { #expect(OrganizationColor.sheet(text) == nil) }

    @Test("from the giving page to the thank-you page, pages have the organization's color; others do not")
    func journey() async throws {
        try await SiteBench.with { bench in
            try await bench.giving.database.write { transaction in
                var fields = OrganizationFields()
                fields.color = "#1A5FB4"
                _ = try transaction.editOrganization("Grace", fields, at: SiteBench.start)
            }
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let thanks = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            for page in [page, review, thanks] {
                #expect(page.status == 200 && page.says("<style>:root{--accent:#1a5fb4;"))
            }
            #expect(try await !visitor.open("/").says("#1a5fb4"))
        }
    }
}
