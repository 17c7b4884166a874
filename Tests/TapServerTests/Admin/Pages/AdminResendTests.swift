import DatabaseKit
import Giving
import PaymentCore
import ProcessorSimulator
import SimulationKit
import StaffAccess
import TapServer
import Testing

/// Receipts that staff e-mail to a donor again.
@Suite struct AdminResendTests {
    private static func settings(mailsReceipts: Bool = true, accepts: Bool = true) -> AdminSettings {
        var settings = AdminSettings()
        settings.mailsReceipts = mailsReceipts
        settings.acceptsMail = { _, _ in accepts }
        return settings
    }

    /// The letters that the site has written since the last call.
    private static func letters(of bench: AdminBench, after count: Int) async throws -> [EmailMessage] {
        await bench.bench.site.sendNotices(leadingTo: try SiteBench.address)
        return Array(bench.bench.mailbox.letters.dropFirst(count))
    }

    @Test("one click on a gift's page e-mails the receipt again, however often the form is sent")
    func once() async throws {
        try await AdminBench.with(settings: Self.settings()) { bench in
            let gift = try await bench.give()
            #expect(try await Self.letters(of: bench, after: 0).count == 1)
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open("/admin/org/Grace/gifts/\(gift.id)")
            let target = "/admin/org/Grace/gifts/\(gift.id)/receipt"
            #expect(page.says("Resend receipt") && page.actions.contains(target))
            for _ in 1...2 {
                let answer = try await browser.post(target, page.hidden)
                #expect(
                    answer.says("Receipt \(gift.receiptNumber ?? "") is being e-mailed to donor@example.org.")
                )
            }
            let letters = try await Self.letters(of: bench, after: 1)
            #expect(letters.map(\.to) == ["donor@example.org"])
            #expect(letters[0].lines.joined(separator: "\n").contains(gift.receiptNumber ?? "–"))
            let rows = try await bench.rows(.resendReceipt)
            #expect(rows.map(\.event.outcome) == ["done"] && rows[0].event.ids == [gift.id])
        }
    }

    @Test("the donor's page has a button for each receipt, and shows the result")
    func donorPage() async throws {
        try await AdminBench.with(settings: Self.settings(mailsReceipts: false)) { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open("/admin/org/Grace/donors/\(gift.donor ?? "")")
            let answer = try await browser.post("/admin/org/Grace/gifts/\(gift.id)/receipt", page.hidden)
            #expect(answer.says("was added to the outbox for donor@example.org. It has not been sent yet"))
            #expect(page.says("Resend receipt<span class=\"unseen\"> \(gift.receiptNumber ?? "")</span>"))
            #expect(answer.target.hasPrefix("/admin/org/Grace/donors/"))
            #expect(try await Self.letters(of: bench, after: 0).count == 2)
        }
    }

    @Test(
        "nothing is sent above the daily limit, without a receipt or without an address, and the page says why"
    )
    func refused() async throws {
        try await AdminBench.with(settings: Self.settings(accepts: false)) { bench in
            let gift = try await bench.give()
            let refunded = try await bench.give(email: "b@example.org")
            let forgotten = try await bench.give(email: "c@example.org")
            _ = try await bench.bench.giving.refund(refunded.id, amount: nil, reason: nil)
            _ = try await bench.bench.giving.forget(.id(forgotten.donor ?? ""))
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open("/admin/org/Grace/gifts/\(gift.id)")
            for (gift, words) in [
                (gift, "this address has reached its limit of 20 e-mails a day"),
                (refunded, "This gift has no valid receipt"), (forgotten, "The donor has no e-mail address"),
            ] {
                let answer = try await browser.post(
                    "/admin/org/Grace/gifts/\(gift.id)/receipt", page.hidden)
                #expect(answer.status == 422 && answer.says(words), "\(words)")
            }
            let outcomes = try await bench.rows(.resendReceipt).map(\.event.outcome)
            #expect(outcomes == Array(repeating: "refused", count: 3))
            let none = try await browser.open("/admin/org/Grace/gifts/\(refunded.id)")
            #expect(!none.says("Resend receipt"))
        }
    }

    @Test("receipts that wait to be sent count toward the daily limit")
    func waiting() async throws {
        let limited = LimitedMailTests.Limited()
        var settings = Self.settings()
        settings.acceptsMail = { limited.mail.accepts($0, waiting: $1) }
        try await AdminBench.with(settings: settings, mail: limited.mail) { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("treasurer")
            var pages: [Page] = []
            for _ in 1...25 { pages.append(try await browser.open("/admin/org/Grace/gifts/\(gift.id)")) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for page in pages {
                    group.addTask {
                        try await browser.post("/admin/org/Grace/gifts/\(gift.id)/receipt", page.hidden)
                            .status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // The receipt issued with the gift is waiting, too.
            #expect(statuses.count { $0 == 200 } == 19 && statuses.count { $0 == 422 } == 6)
            await bench.bench.site.sendNotices(leadingTo: try SiteBench.address)
            #expect(limited.letters() == 20 && limited.mail.withheld == 0)
        }
    }

    @Test("a member who only reads has no button, and cannot send the form")
    func readOnly() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("reader")
            let page = try await browser.open("/admin/org/Grace/gifts/\(gift.id)")
            #expect(!page.says("Resend"))
            let fields = ["csrf": page.hidden["csrf"] ?? "", "key": String(repeating: "k", count: 22)]
            let target = "/admin/org/Grace/gifts/\(gift.id)/receipt"
            #expect(try await browser.post(target, fields).status == 403)
            #expect(try await browser.open(target).status == 405)
        }
    }
}

/// Payouts that staff start.
@Suite struct AdminPayOutTests {
    private static let path = "/admin/org/Grace/payouts"

    @Test("the available balance is paid out once")
    func once() async throws {
        try await AdminBench.with { bench in
            try await bench.give("50.00")
            bench.bench.clock.advance(seconds: 60)
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open(Self.path)
            #expect(page.says("Pay out the available balance") && page.actions.contains(Self.path + "/run"))
            let paid = try await browser.post(Self.path + "/run", page.hidden)
            #expect(paid.status == 200 && paid.says("The available balance is being paid out."))
            #expect(paid.says("payouts/po_"))
            let again = try await browser.post(Self.path + "/run", page.hidden)
            #expect(again.says("Nothing is available yet."))
            let account = try await bench.bench.file.read { try $0.organization("Grace")?.account }
            let payouts = try await bench.bench.file.read {
                try $0.payouts(ofPayee: account, after: nil, limit: 9)
            }
            #expect(payouts.count == 1)
            #expect(try await bench.rows(.payOut).count { $0.event.outcome == "done" } == 1)
        }
    }

    @Test("a second payout reports that the outcome of the first is unknown")
    func unknown() async throws {
        let lost = (1...3).map { ProcessorFaultPlan.Rule(.payout, $0, .answerLost) }
        try await AdminBench.with(faults: lost) { bench in
            try await bench.give("50.00")
            bench.bench.clock.advance(seconds: 60)
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open(Self.path)
            for _ in 1...2 {
                let answer = try await browser.post(Self.path + "/run", page.hidden)
                #expect(answer.says("The processor has not confirmed the last payout yet."))
                #expect(!answer.says("Nothing is available yet."))
            }
        }
    }

    @Test("only those who may change money can pay out, and only to their own organization")
    func permissions() async throws {
        try await AdminBench.with { bench in
            try await bench.give("50.00")
            let reader = try await bench.browser("reader")
            let page = try await reader.open(Self.path)
            #expect(!page.says("Pay out the available balance"))
            #expect(try await reader.post(Self.path + "/run", page.hidden).status == 403)
            let hope = try await bench.browser("hope")
            let token = try await hope.open("/admin/org/Hope/payouts").hidden
            #expect(try await hope.post(Self.path + "/run", token).status == 404)
        }
    }
}
