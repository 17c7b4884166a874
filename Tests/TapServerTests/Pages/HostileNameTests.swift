import DatabaseKit
import Foundation
import Giving
import PaymentCore
import StaffAccess
import TagRegistry
import TapServer
import Testing
import TimeKit

/// Names that are written to break out of wherever a page puts them.
@Suite struct HostileNameTests {
    /// Text, an attribute of either quotation mark, a title, a style sheet, a comment, a file in CSV.
    static let names = [
        "</title></style><script>alert(1)</script>", "\" autofocus onfocus=alert(1) x=\"",
        "' autofocus onfocus=alert(1) x='", "--><svg onload=alert(1)>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "</bdi></td></table><base href=//evil>", "=HYPERLINK(\"//evil\")",
    ]

    /// Text that must appear on no page except as text: a tag or an attribute that no page of ours has.
    static func broken(_ html: String) -> [String] {
        let tags = html.matches(of: #/<[^>]*>/#).map { String($0.0) }
        let strange = tags.filter { tag in
            // Text between quotation marks is a value.
            let bare = tag.replacing(#/"[^"]*"/#, with: "\"\"").lowercased()
            return bare.contains(#/<(script|base|img|svg on|iframe|object)|[\s"']on[a-z]+\s*=/#)
        }
        return strange + (html.contains("javascript:") ? ["javascript:"] : [])
    }

    @Test("its own measure sees what it is meant to see")
    func measure() {
        for html in [
            "<p><script>", "<p title=\"\" autofocus onfocus=alert(1) x=\"\">", "<svg onload=alert(1)>",
            "<base href=//evil>", "<a href=\"javascript:1\">",
        ] {
            #expect(!Self.broken(html).isEmpty, "\(html)")
        }
        #expect(Self.broken("<p title=\"' onfocus=alert(1)\">&lt;script&gt; onfocus=</p>").isEmpty)
    }

    @Test("names are escaped on a donor's pages", arguments: names)
    func donorPages(name: String) async throws {
        try await SiteBench.with { bench in
            try await bench.addOrganization("Evil", name, funds: [("1", name), ("2", name)])
            let visitor = Visitor(bench: bench)
            let giving = try await visitor.open("/Evil?f=1&r=1")
            let review = try await visitor.send(giving, ["amount": "50.00", "monthly": "1", "by": "card"])
            let entered = Visitor.donor.merging(["name": name, "method": "pm_card_visa"]) { $1 }
            let complaint = try await visitor.send(review, entered.merging(["phone": name]) { $1 })
            let thanks = try await visitor.send(review, entered)
            let declined = try await visitor.give("/Evil?f=1&r=0", card: "pm_card_visa_chargeDeclined")
            let bank = try await visitor.give("/Evil?f=1&r=0", card: "pm_card_authenticationRequired")
            let gift = try #require(try await bench.gifts().first { $0.status == .succeeded })
            var pages = [giving, review, complaint, thanks, declined, bank, try await visitor.open("/")]
            pages.append(try await visitor.open(thanks.target + "/receipt"))
            pages.append(try await visitor.signIn())
            for path in [
                "/gift/\(gift.id)", "/receipt/\(gift.receiptNumber ?? "")", "/statements",
                "/statements/Evil/2026", "/monthly/\(gift.recurring ?? "")",
            ] {
                pages.append(try await visitor.open("/-/giver\(path)"))
            }
            for page in pages {
                #expect([200, 422].contains(page.status), "\(page.target)")
                #expect(Self.broken(page.html) == [], "\(page.target)")
            }
            #expect(thanks.says("Thank you for your generosity!"))
            let sheet = try await visitor.open("/-/giver/statements/Evil/2026.csv")
            #expect(!sheet.html.contains(#/(^|[,;\n"])=HYPERLINK/#))
        }
    }

    @Test("S-12: a name that an earlier version stored does not reverse a page or a receipt")
    func storedName() async throws {
        try await SiteBench.with { bench in
            try await bench.addOrganization("Evil", "Evil", funds: [("1", "Roof")])
            try await bench.file.write { transaction in
                var organization = try transaction.existingOrganization("Evil")
                organization.displayName = "Ev\u{202E}il"
                try transaction.save(organization)
            }
            let visitor = Visitor(bench: bench)
            let giving = try await visitor.open("/Evil?f=1&r=0")
            let thanks = try await visitor.give("/Evil?f=1&r=0", card: "pm_card_visa")
            let receipt = try await visitor.open(thanks.target + "/receipt")
            for page in [giving, thanks, receipt] {
                #expect(page.status == 200 && page.html.contains("Ev\u{FFFD}il"), "\(page.target)")
                #expect(!page.html.unicodeScalars.contains("\u{202E}"), "\(page.target)")
            }
        }
    }

    @Test("names are escaped on the staff pages", arguments: names)
    func staffPages(name: String) async throws {
        try await AdminBench.with { bench in
            try await bench.bench.addOrganization("Evil", name, funds: [("1", name)])
            let address = try #require(StaffAddress("evil@example.org"))
            _ = try await bench.staff.add(
                address, .owner, organizations: ["Evil", "Grace"], password: AdminBench.password)
            let gift = try await bench.give("50.00", to: "Evil", name: name)
            let payout = try #require(try await bench.payOut("Evil"))
            _ = try await bench.bench.giving.give(
                GiftRequest(
                    organization: "Evil", fund: "1", amount: .text("20"), isRecurring: true,
                    method: "pm_card_visa", name: name, email: "second@example.org"))
            // The character after an organization's id is in no typed name of a batch.
            let batch = name.replacing("/", with: "|")
            try await bench.bench.file.write { transaction in
                try transaction.save(Batch(name: batch, created: SiteBench.start))
                try transaction.save(
                    BatchRow(
                        batch: batch, number: 1, seat: name, campus: name, org: "Evil",
                        url: "https://appclip.tap.giving/Evil?r=0", changed: SiteBench.start))
            }
            let browser = try await bench.browser("evil")
            #expect(try await Self.broken(browser.open("/admin").html) == [])
            let query = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for path in [
                "", "/gifts", "/gifts?q=\(query)", "/gifts?fund=\(query)&status=\(query)&since=\(query)",
                "/gifts/\(gift.id)", "/gifts/\(gift.id)/refund", "/gifts/\(gift.id)/refund?amount=\(query)",
                "/gifts/\(gift.id)/refund?amount=1", "/funds", "/monthly", "/payouts",
                "/payouts/\(payout.id)", "/payouts/bank", "/donors/\(gift.donor ?? "")",
                "/donors/\(gift.donor ?? "")/note",
                "/statements", "/statements?year=\(query)", "/statements/\(gift.donor ?? "")", "/tags",
                "/tags/\(batch.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")",
            ] {
                let page = try await browser.open("/admin/org/Evil\(path)")
                #expect([200, 400, 422].contains(page.status), "\(path)")
                #expect(Self.broken(page.html) == [], "\(path)")
            }
            let sheet = try await browser.open("/admin/org/Evil/gifts.csv")
            #expect(!sheet.html.contains(#/(^|[,;\n"])=HYPERLINK/#))
            let refused = try await StaffBrowser(site: bench.admin).open("/admin/org/\(query)")
            #expect(Self.broken(refused.html) == [])
            var stranger = StaffBrowser(site: bench.admin)
            #expect(try await Self.broken(stranger.signIn(name, name).html) == [])
        }
    }
}
