import DatabaseKit
import Giving
import SimulationKit
import StaffAccess
import TapServer
import Testing

/// The page with an organization's rows of the audit log.
@Suite struct AdminAuditLogTests {
    private let page = "/admin/org/Grace/audit-log"

    @Test("only owners see the log")
    func owners() async throws {
        try await AdminBench.with { bench in
            for (name, status) in [("owner", 200), ("treasurer", 403), ("tags", 403), ("reader", 403)] {
                let browser = try await bench.browser(name)
                for path in [page, page + ".csv"] {
                    #expect(try await browser.open(path).status == status, "\(name) \(path)")
                }
                let home = try await browser.open(
                    name == "tags" ? "/admin/org/Grace/tags" : "/admin/org/Grace")
                #expect(home.says(">Audit log</a>") == (name == "owner"))
            }
        }
    }

    @Test("a row shows who did what to which object, and a refused one its code")
    func rows() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let treasurer = try await bench.browser("treasurer")
            let target = "/admin/org/Grace/gifts/\(gift.id)/refund"
            let form = try await treasurer.open(target + "?amount=30").hidden
            let other = try await treasurer.open(target + "?amount=30").hidden
            _ = try await treasurer.post(target, form)
            _ = try await treasurer.post(target, other)
            let browser = try await bench.browser("owner")
            let shown = try await browser.open(page + "?action=gift.refund")
            #expect(shown.status == 200 && shown.says("<bdi>treasurer@example.org</bdi>"))
            #expect(shown.says(gift.id) && shown.says("Refused: refundTooLarge") && shown.says("Done"))
            let refused = try await browser.open(page + "?action=gift.refund&outcome=refused")
            #expect(refused.says("refundTooLarge") && !refused.says(">Done<"))
            for (query, isFound) in [
                (gift.id, true), ("TREASURER@example.org", true), ("owner@example.org", false),
                ("gift_none", false),
            ] {
                let found = try await browser.search(page, "action=gift.refund&q=\(query)")
                #expect(found.says("No rows found") != isFound, "\(query)")
            }
        }
    }

    @Test("an owner sees no row of another organization, and no address of its members")
    func scope() async throws {
        try await AdminBench.with { bench in
            _ = try await bench.browser("hope")
            let hope = try await bench.member("hope")
            _ = try await bench.browser("both")
            let browser = try await bench.browser("owner")
            for path in [page, page + ".csv"] {
                let shown = try await browser.open(path)
                #expect(shown.status == 200 && !shown.says(hope.id), "\(path)")
            }
            for search in ["hope@example.org", hope.id] {
                #expect(try await browser.search(page, "q=\(search)").says("No rows found"), "\(search)")
            }
            #expect(try await browser.open(page).says("<bdi>both@example.org</bdi>"))
        }
    }

    @Test("a failed sign-in is seen by the owners of the member's organizations alone")
    func failedSignIns() async throws {
        try await AdminBench.with { bench in
            var stranger = StaffBrowser(site: bench.admin)
            _ = try await stranger.signIn("treasurer@example.org", "wrong")
            _ = try await stranger.signIn("nobody@example.org", "wrong")
            let owner = try await bench.browser("owner")
            let sheet = try await owner.open(page + ".csv?outcome=refused")
            let member = try await bench.member("treasurer")
            #expect(sheet.html.split(separator: "\r\n").count == 2)
            #expect(
                sheet.says(
                    #","anonymous","session.start","refused","wrongPassword","\#(member.id)","Grace","#))
        }
    }

    @Test("the list goes on by pages of fifty, and the sheet has all rows")
    func pages() async throws {
        try await AdminBench.with { bench in
            let event = AuditLogEvent(.changeFund, by: .commandLine, organizations: ["Grace"])
            for number in 1...60 {
                try await bench.staff.auditLog.recording(event, code: { _ in nil }) {
                    try await bench.bench.file.write { $0.changed("Grace/fund\(number)x", of: "Grace") }
                }
            }
            let browser = try await bench.browser("owner")
            let first = try await browser.open(page + "?action=fund.change")
            #expect(first.says("Grace/fund60x") && !first.says("Grace/fund10x") && first.says("Command line"))
            let second = try await browser.open(page + "?action=fund.change&after=11")
            #expect(second.says("Grace/fund10x") && second.says("Grace/fund1x") && second.says(">Newest</a>"))
            let sheet = try await browser.open(page + ".csv?action=fund.change&after=11")
            #expect(sheet.html.split(separator: "\r\n").count == 61)
            #expect(try await browser.open(page + ".csv?since=x").status == 422)
        }
    }
}
