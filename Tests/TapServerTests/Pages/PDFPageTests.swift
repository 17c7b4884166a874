import Giving
import PDFDrawing
import Testing

@testable import TapServer

/// Receipts and statements as PDF files on the pages of donors and staff. Without the libraries, no page
/// offers one.
@Suite struct PDFPageTests {
    /// Whether a page offers a file, and the file is one, or whether both are missing without the libraries.
    private static func offers(_ path: String, on page: Page, _ open: (String) async throws -> Page)
        async throws -> Bool
    {
        let file = try await open(path)
        let isOffered = page.says("href=\"\(path)\" download>")
        guard PDFLibrary.isInstalled else { return !isOffered && file.status == 404 }
        return isOffered && file.status == 200 && file.html.hasPrefix("%PDF-")
    }

    @Test("a donor downloads the receipt of a new gift")
    func newGift() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let thanks = try await visitor.give()
            let path = "\(thanks.target)/receipt"
            let receipt = try await visitor.open(path)
            #expect(try await Self.offers("\(path).pdf", on: receipt, visitor.open))
            // Another browser does not have the key's secret.
            #expect(try await Visitor(bench: bench).open("\(path).pdf").status == 404)
        }
    }

    @Test("a signed-in donor downloads receipts and statements, and only their own")
    func own() async throws {
        try await SiteBench.with { bench in
            _ = try await Visitor(bench: bench).give()
            let gift = try #require(try await bench.gifts().first)
            let path = "/-/giver/receipt/\(try #require(gift.receiptNumber))"
            let visitor = Visitor(bench: bench)
            _ = try await visitor.signIn()
            #expect(try await Self.offers("\(path).pdf", on: visitor.open(path), visitor.open))
            let statement = "/-/giver/statements/Grace/2026"
            #expect(try await Self.offers("\(statement).pdf", on: visitor.open(statement), visitor.open))
            let list = try await visitor.open("/-/giver/statements")
            #expect(list.says("\(statement).pdf") == PDFLibrary.isInstalled)
            for none in [
                "statements/Grace/2025.pdf", "statements/Grace/.pdf", "receipt/.pdf", "receipt/x.pdf",
            ] {
                #expect(try await visitor.open("/-/giver/\(none)").status == 404, "\(none)")
            }
            let foreign = try await bench.giving.give(
                GiftRequest(
                    organization: "Grace", fund: "12", amount: .text("20"), method: "pm_card_visa",
                    name: "B Donor", email: "b@example.org"))
            let number = try #require(foreign.receiptNumber)
            #expect(try await visitor.open("/-/giver/receipt/\(number).pdf").status == 404)
            #expect(try await Visitor(bench: bench).open("\(path).pdf").status == 403)
        }
    }

    @Test("a file for the staff is named after the donor, in ASCII letters, digits and hyphens")
    func names() {
        for (name, word) in [
            ("Linda Nguyen", "linda-nguyen"), ("Nguyễn, Linh \"x\"", "nguyen-linh-x"), ("مريم", "12345678"),
            ("", "12345678"), ("José O'Neil\r\n", "jose-o-neil"),
            (String(repeating: "a", count: 39) + " b", String(repeating: "a", count: 39)),
        ] {
            #expect(PaperFileName.word(of: name, id: "donor_0012345678") == word, "\(name)")
        }
        #expect(PaperFileName.joined(["statement", "Grace", "2026", nil]) == "statement-Grace-2026")
    }

    @Test("staff download the receipt of a gift and the statement of a donor")
    func staff() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open("/admin/org/Grace/gifts/\(gift.id)")
            let receipt = "/admin/org/Grace/gifts/\(gift.id)/receipt.pdf"
            #expect(try await Self.offers(receipt, on: page, browser.open))
            let donor = "/admin/org/Grace/statements/\(try #require(gift.donor))"
            let statement = try await browser.open("\(donor)?year=2026")
            #expect(try await Self.offers("\(donor).pdf?year=2026", on: statement, browser.open))
            #expect(try await browser.open("/admin/org/Grace/gifts/gift_0/receipt.pdf").status == 404)
            #expect(try await browser.open("/admin/org/Grace/statements/.pdf").status == 404)
        }
    }
}
