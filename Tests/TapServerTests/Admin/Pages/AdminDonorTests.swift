import DatabaseKit
import Giving
import PaymentCore
import SimulationKit
import StaffAccess
import TapServer
import Testing
import TextKit

/// A donor's page, and the staff's note about the donor.
@Suite struct AdminDonorTests {
    private static func path(_ gift: Gift, _ page: String = "") -> String {
        "/admin/org/Grace/donors/\(gift.donor ?? "")\(page)"
    }

    @Test("a donor's page has the details, totals and gifts of this organization only")
    func page() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give("50.00", name: "José <b>", covers: true)
            bench.bench.clock.advance(seconds: 60)
            try await bench.give("70.00", to: "Hope", name: "Other Name", email: "DONOR@example.org")
            try await bench.give("20.00", name: "Ann", email: "ann@example.org")
            _ = try await bench.bench.giving.refund(gift.id, amount: "10.00", reason: nil)
            let browser = try await bench.browser("reader")
            let page = try await browser.open(Self.path(gift))
            #expect(page.status == 200 && page.says("<h1><bdi>José &lt;b&gt;</bdi></h1>"))
            #expect(page.says("<bdi>donor@example.org</bdi>"))
            #expect(page.says("given in 2026, 1 gift") && page.says("given in 2025, 0 gifts"))
            #expect(page.says("These amounts are gifts minus refunds. They do not include covered fees."))
            #expect(page.says("statements/\(gift.donor ?? "")?year=2026"))
            #expect(page.says("gifts/\(gift.id)") && page.says("No monthly gifts.") && page.says("No note."))
            for text in ["$70.00", "Other Name", "DONOR@example.org", "Ann", "Resend", "Add note"] {
                #expect(!page.says(text), "\(text)")
            }
            // The gift's page and the lists link to it.
            for list in ["/gifts", "/gifts/\(gift.id)"] {
                let page = try await browser.open("/admin/org/Grace\(list)")
                #expect(page.says("href=\"\(Self.path(gift))\""), "\(list)")
            }
        }
    }

    @Test("gifts are listed fifty on a page, and monthly gifts separately")
    func lists() async throws {
        try await AdminBench.with { bench in
            let monthly = try await bench.bench.giving.give(
                GiftRequest(
                    organization: "Grace", fund: nil, amount: .text("25"), isRecurring: true,
                    method: "pm_card_visa", name: "A Donor", email: "donor@example.org"))
            for _ in 1...50 {
                bench.bench.clock.advance(seconds: 1)
                try await bench.give("5.00")
            }
            let browser = try await bench.browser("treasurer")
            let first = try await browser.open(Self.path(monthly))
            #expect(first.says("gifts?recurring=\(monthly.recurring ?? "")") && first.says("$25.00"))
            #expect(first.says("Older") && !first.says("Newest") && !first.says("gifts/\(monthly.id)"))
            let link = try #require(first.html.firstMatch(of: #/href="([^"]*\?after=gift_\w+)"/#)?.1)
            let second = try await browser.open(String(link))
            #expect(second.says("gifts/\(monthly.id)") && second.says("Newest") && !second.says("Older"))
        }
    }

    @Test("staff write, change and delete a note, which others read")
    func note() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let (treasurer, reader) = (
                try await bench.browser("treasurer"), try await bench.browser("reader")
            )
            let target = Self.path(gift, "/note")
            let form = try await treasurer.open(target).hidden
            let saved = try await treasurer.post(
                target, form.merging(["note": "Likes <tea>\r\nMondays"]) { $1 })
            #expect(saved.says("The note was saved.") && saved.says("Likes &lt;tea&gt;\nMondays"))
            #expect(saved.says("Edited by treasurer@example.org"))
            #expect(try await reader.open(Self.path(gift)).says("Likes &lt;tea&gt;"))
            #expect(try await reader.open(target).status == 403)
            #expect(try await reader.post(target, form.merging(["note": "x"]) { $1 }).status == 403)
            #expect(try await bench.browser("tags").open(Self.path(gift)).status == 403)
            // The first form has an old version by now.
            let stale = try await treasurer.post(target, form.merging(["note": "Other"]) { $1 })
            #expect(stale.status == 422 && stale.says("This note was changed after you opened it."))
            #expect(stale.says("Other</textarea>") && stale.says("Likes &lt;tea&gt;"))
            let long = try await treasurer.post(
                target, stale.hidden.merging(["note": String(repeating: "😀", count: 2_001)]) { $1 })
            #expect(long.status == 422 && long.says("The note has 2001 characters"))
            let empty = try await treasurer.post(target, stale.hidden.merging(["note": " "]) { $1 })
            #expect(empty.status == 200 && empty.says("No note."))
        }
    }

    @Test("a change of a note leaves a row with ids only, and a repeated form none")
    func auditLog() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("treasurer")
            let target = Self.path(gift, "/note")
            let form = try await browser.open(target).hidden.merging(["note": "Likes tea"]) { $1 }
            for _ in 1...2 { _ = try await browser.post(target, form) }
            _ = try await browser.post(target, form.merging(["note": "Coffee"]) { $1 })
            let rows = try await bench.rows(.changeDonorNote)
            #expect(rows.map(\.event.outcome) == ["refused", "done"])
            let done = try #require(rows.last).event
            #expect(done.ids == [gift.donor ?? ""] && done.organizations == ["Grace"])
            for row in rows { #expect(!CSVLine.text(AuditLogSheet.line(row)).contains("tea")) }
        }
    }

    @Test("after a donor is forgotten, the page does not exist")
    func forgotten() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("treasurer")
            _ = try await bench.bench.giving.forget(.id(gift.donor ?? ""))
            #expect(try await browser.open(Self.path(gift)).status == 404)
            let list = try await browser.open("/admin/org/Grace/gifts")
            #expect(list.says("data deleted") && !list.says("/donors/"))
        }
    }
}
