import DatabaseKit
import Giving
import PaymentCore
import StaffAccess
import TapServer
import Testing
import TextKit

/// The rows that requests for the pages under `/admin` leave in the audit log.
@Suite struct AuditLogRowTests {
    @Test("a refund leaves one row in its own transaction, however often the form is sent")
    func refund() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            var signedIn = try await bench.browser("treasurer")
            signedIn.client = "203.0.113.77"
            let browser = signedIn
            let target = "/admin/org/Grace/gifts/\(gift.id)/refund"
            let form = try await browser.open(target + "?amount=20").hidden
            async let first = browser.post(target, form)
            async let second = browser.post(target, form)
            _ = (try await first, try await second, try await browser.post(target, form))
            let rows = try await bench.rows(.refundGift)
            #expect(rows.count == 1)
            let row = try #require(rows.first).event
            let refund = try #require(
                try await bench.bench.file.read { try $0.refunds(ofPayment: gift.payment ?? "") }.first)
            #expect(row.actor == .staff(try await bench.member("treasurer")) && row.outcome == "done")
            #expect(row.ids.contains(gift.id) && row.ids.contains(refund.id))
            #expect(row.network == "203.0.113.0/24" && row.organizations == ["Grace"])
            #expect(try await bench.staff.auditLog.check().flaw == nil)
        }
    }

    @Test("a refused refund leaves a row with the code, and no amount")
    func refusedRefund() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("owner")
            let target = "/admin/org/Grace/gifts/\(gift.id)/refund"
            let form = try await browser.open(target + "?amount=30").hidden
            let other = try await browser.open(target + "?amount=30").hidden
            _ = try await browser.post(target, form)
            #expect(try await browser.post(target, other).status == 422)
            let rows = try await bench.rows(.refundGift)
            #expect(rows.map(\.event.outcome) == ["refused", "done"])
            #expect(rows[0].event.refusal == "refundTooLarge")
            for row in rows { #expect(!CSVLine.text(AuditLogSheet.line(row)).contains("30.00")) }
        }
    }

    @Test("each change of a fund leaves a row with its action; a refused one its code")
    func funds() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            var form = try await browser.open("/admin/org/Grace/new-fund").hidden
            form.merge(["id": "bus", "name": "Bus", "single": "1", "monthly": "1"]) { $1 }
            for _ in 1...2 { _ = try await browser.post("/admin/org/Grace/new-fund", form) }
            _ = try await browser.post("/admin/org/Grace/new-fund", form.merging(["id": "a b"]) { $1 })
            let fund = "/admin/org/Grace/funds/bus"
            let csrf = try #require(form["csrf"])
            for change in [["do": "rename", "name": "The bus"], ["do": "close"], ["do": "reopen"]] {
                _ = try await browser.post(fund, change.merging(["csrf": csrf]) { $1 })
            }
            let rows = try await bench.rows(nil).filter { $0.event.action.hasPrefix("fund.") }
            #expect(
                rows.map(\.event.action) == [
                    "fund.reopen", "fund.close", "fund.change", "fund.add", "fund.add",
                ])
            #expect(rows.map(\.event.outcome) == ["done", "done", "done", "refused", "done"])
            for row in rows where row.event.outcome == "done" { #expect(row.event.ids.contains("Grace/bus")) }
        }
    }

    @Test("sign-ins, sign-outs, roles that are too small and forged forms leave a row each")
    func access() async throws {
        try await AdminBench.with { bench in
            let reader = try await bench.browser("reader")
            #expect(try await reader.open("/admin/org/Grace/new-fund").status == 403)
            #expect(try await reader.post("/admin/org/Grace/new-fund", ["csrf": "0"]).status == 403)
            var stranger = StaffBrowser(site: bench.admin)
            stranger.client = "2001:db8:1:2::3"
            _ = try await stranger.signIn("owner@example.org", "wrong")
            #expect(try await stranger.open("/admin/org/Grace/live/events").status == 403)
            let rows = try await bench.rows(nil)
            #expect(
                rows.map { "\($0.event.action) \($0.event.refusal)" } == [
                    "admin.request signedOut", "session.start wrongPassword", "admin.request staleForm",
                    "admin.request notPermitted", "session.start ",
                ])
            let member = try await bench.member("reader")
            #expect(
                rows.map(\.event.actor) == [
                    .anonymous, .anonymous, .anonymous, .staff(member), .staff(member),
                ])
            #expect(rows[0].event.network == "2001:db8:1::/48" && rows[1].event.network == "2001:db8:1::/48")
            #expect(rows[1].event.ids == [try await bench.member("owner").id])
        }
    }

    @Test("pages that are only read leave no row")
    func reading() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("owner")
            let before = try await bench.rows(nil).count
            for path in ["", "/gifts", "/gifts/\(gift.id)", "/gifts/\(gift.id)/refund", "/funds", "/tags"] {
                #expect(try await browser.open("/admin/org/Grace\(path)").status == 200)
            }
            #expect(try await bench.rows(nil).count == before)
        }
    }
}

extension AdminBench {
    /// Returns the rows of an action, or all rows, newest first.
    func rows(_ action: AuditLogAction?) async throws -> [AuditLogEntry] {
        var filter = AuditLogFilter(limit: 1_000)
        filter.action = action
        return try await staff.auditLog.entries(filter)
    }

    /// Returns a member by the first part of their address.
    func member(_ name: String) async throws -> StaffMember {
        try #require(try await staff.members().first { $0.email == "\(name)@example.org" })
    }
}
