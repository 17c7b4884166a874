import DatabaseKit
import Giving
import PaymentCore
import StaffAccess
import TagRegistry
import TapServer
import Testing

/// Data that a person may not see does not exist for them.
@Suite struct ScopeTests {
    @Test("another organization's pages are not found at any address")
    func pages() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let payout = try #require(try await bench.payOut("Grace"))
            let browser = try await bench.browser("hope")
            let nothing = try await browser.open("/admin/org/Nobody")
            for path in [
                "", "/gifts", "/gifts.csv", "/gifts/\(gift.id)", "/gifts/\(gift.id)/refund", "/funds",
                "/monthly",
                "/payouts", "/payouts/\(payout.id)", "/payouts/bank", "/journal.csv", "/live", "/live/events",
                "/audit-log", "/audit-log.csv", "/people",
                "/statements",
                "/statements/\(gift.donor ?? "").pdf", "/gifts/\(gift.id)/receipt.pdf",
                "/statements/\(gift.donor ?? "")", "/donors/\(gift.donor ?? "")",
                "/donors/\(gift.donor ?? "")/note", "/tags",
            ] {
                let page = try await browser.open("/admin/org/Grace\(path)")
                #expect(page.status == 404 && page.html == nothing.html, "\(path)")
            }
        }
    }

    @Test("another organization's data is not found under a member's own organization")
    func data() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let payout = try #require(try await bench.payOut("Grace"))
            let monthly = try await bench.bench.giving.give(
                GiftRequest(
                    organization: "Grace", fund: nil, amount: .text("20"), isRecurring: true,
                    method: "pm_card_visa",
                    name: "A Donor", email: "donor@example.org"))
            let browser = try await bench.browser("hope")
            for path in [
                "/gifts/\(gift.id)", "/gifts/\(gift.id)/refund", "/payouts/\(payout.id)",
                "/statements/\(gift.donor ?? "").pdf",
                "/gifts/\(gift.id)/receipt.pdf",
                "/statements/\(gift.donor ?? "")", "/donors/\(gift.donor ?? "")",
                "/donors/\(gift.donor ?? "")/note",
            ] {
                let page = try await browser.open("/admin/org/Hope\(path)")
                #expect(page.status == 404 && !page.says("A Donor"), "\(path)")
            }
            let numbers = [
                gift.id, gift.payment, gift.paymentIntent, gift.receiptNumber, gift.donor, monthly.recurring,
                "A Donor", "donor@example.org",
            ]
            for number in numbers {
                let page = try await browser.search("/admin/org/Hope/gifts", "q=\(try #require(number))")
                #expect(page.says("No gifts found"), "\(number ?? "")")
            }
            let filtered = try await browser.open(
                "/admin/org/Hope/gifts?recurring=\(monthly.recurring ?? "")")
            #expect(filtered.says("No gifts found"))
            for list in ["", "/gifts", "/monthly", "/payouts", "/statements", "/gifts.csv"] {
                let page = try await browser.open("/admin/org/Hope\(list)")
                #expect(
                    page.status == 200 && !page.says("A Donor") && !page.says("donor@example.org"), "\(list)")
                #expect(!page.says("gift_") && !page.says(payout.id) && !page.says("50.00"), "\(list)")
            }
        }
    }

    @Test("another organization's ids get exactly the pages of ids that never existed")
    func neverExisted() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let payout = try #require(try await bench.payOut("Grace"))
            let (donor, payment) = (try #require(gift.donor), try #require(gift.payment))
            try await bench.bench.file.write { transaction in
                _ = try transaction.addFund(
                    "gracefund", name: "Fund", to: "Grace", at: SiteBench.start)
                for name in ["Grace/Hall", "Stage"] {
                    try transaction.save(Batch(name: name, created: SiteBench.start))
                    try transaction.save(
                        BatchRow(
                            batch: name, number: 1, seat: "A1", org: "Grace",
                            url: "https://appclip.tap.giving/Grace?r=0", changed: SiteBench.start))
                }
            }
            let browser = try await bench.browser("both")
            let csrf = try await browser.open("/admin/org/Hope").hidden["csrf"] ?? ""
            let form = [
                "csrf": csrf, "key": String(repeating: "k", count: 22), "amount": "50.00", "do": "withdraw",
            ]
            for (path, id) in [
                ("/gifts/ID", gift.id), ("/gifts/ID/refund", gift.id), ("/payouts/ID", payout.id),
                ("/statements/ID", donor), ("/donors/ID", donor), ("/donors/ID/note", donor),
                ("/gifts/ID/receipt", gift.id), ("/funds/ID", "gracefund"), ("/tags/ID", "Hall"),
                ("/tags/ID", "Stage"),
                ("/tags/ID", "Grace%2FHall"), ("/tags/ID/1", "Hall"), ("/tags/ID/1", "Stage"),
                ("/gifts?q=ID", gift.id), ("/gifts?q=ID", payment), ("/gifts?q=ID", donor),
                ("/gifts?fund=ID", "gracefund"), ("/gifts.csv?q=ID", gift.id),
            ] {
                var seen: [[String]] = []
                for id in [id, String(id.dropLast()) + (id.hasSuffix("0") ? "1" : "0")] {
                    let target = "/admin/org/Hope" + path.replacing("ID", with: id)
                    let parts = target.split(separator: "?").map(String.init)
                    var answers = [
                        parts.count == 2
                            ? try await browser.search(parts[0], parts[1]) : try await browser.open(target)
                    ]
                    if !path.contains("?") { answers.append(try await browser.post(target, form)) }
                    #expect(path.contains("?") || answers.allSatisfy { $0.status >= 400 }, "\(target)")
                    seen.append(answers.map { "\($0.status) \($0.html.replacing(id, with: "ID"))" })
                }
                #expect(seen[0] == seen[1], "\(path) \(id)")
            }
        }
    }

    @Test("a form of one organization does not refund another organization's gift")
    func refund() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("hope")
            let token = try await browser.open("/admin/org/Hope").hidden["csrf"] ?? ""
            let fields = ["csrf": token, "key": String(repeating: "k", count: 22), "amount": "50.00"]
            for organization in ["Grace", "Hope"] {
                let page = try await browser.post(
                    "/admin/org/\(organization)/gifts/\(gift.id)/refund", fields)
                #expect(page.status == 404)
            }
            #expect(try await bench.bench.gifts().first?.refundedMinor == 0)
        }
    }

    @Test(
        "a role sees only the pages that it may open",
        arguments: [
            ("owner", [200, 200, 200]), ("treasurer", [200, 200, 200]), ("reader", [200, 200, 403]),
            ("tags", [403, 403, 403]),
        ])
    func roles(name: String, statuses: [Int]) async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let own = try await bench.browser(name)
            let pages = ["/gifts", "/gifts/\(gift.id)", "/gifts/\(gift.id)/refund"]
            for (path, status) in zip(pages, statuses) {
                let page = try await own.open("/admin/org/Grace\(path)")
                #expect(page.status == status, "\(path)")
                #expect(status == 200 || !page.says("A Donor"))
            }
            let page = try await own.open("/admin/org/Grace/gifts/\(gift.id)")
            #expect(page.says(">Refund</a>") == (statuses[2] == 200))
        }
    }

    @Test("a role that only reads cannot refund, even with its own form")
    func readOnly() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("reader")
            let token = try await browser.open("/admin/org/Grace").hidden["csrf"] ?? ""
            let fields = ["csrf": token, "key": String(repeating: "k", count: 22), "amount": "50.00"]
            let page = try await browser.post("/admin/org/Grace/gifts/\(gift.id)/refund", fields)
            #expect(page.status == 403 && page.says("Your role does not allow this"))
            #expect(try await bench.bench.gifts().first?.refundedMinor == 0)
        }
    }
}
