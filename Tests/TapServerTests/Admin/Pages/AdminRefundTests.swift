import DatabaseKit
import Giving
import PaymentCore
import ProcessorSimulator
import SimulationKit
import TapServer
import Testing

/// Refunds.
@Suite struct AdminRefundTests {
    /// The page that asks whether an amount is meant.
    private func confirmation(_ gift: Gift, _ amount: String, in browser: StaffBrowser) async throws -> Page {
        try await browser.open(
            "/admin/org/Grace/gifts/\(gift.id)/refund?amount=\(amount)&reason=requested_by_customer")
    }

    private func refunds(_ gift: Gift, in bench: AdminBench) async throws -> [PaymentRefund] {
        try await bench.bench.file.read { try $0.refunds(ofPayment: gift.payment ?? "") }
    }

    @Test("an amount is typed, confirmed, and refunded once, however often the form is sent")
    func once() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("treasurer")
            let ask = try await browser.open("/admin/org/Grace/gifts/\(gift.id)/refund")
            #expect(ask.says("name=\"amount\"") && ask.says("You can refund up to $50.00"))
            // A full refund needs no typing.
            #expect(ask.says("value=\"50.00\""))
            let page = try await confirmation(gift, "20", in: browser)
            #expect(page.says("<strong>$20.00 will be refunded to the donor.</strong>"))
            #expect(page.says("a new one is issued for the remaining amount"))
            #expect(try await refunds(gift, in: bench).isEmpty)
            let (target, fields) = ("/admin/org/Grace/gifts/\(gift.id)/refund", page.hidden)
            async let first = browser.post(target, fields)
            async let second = browser.post(target, fields)
            let pages = [try await first, try await second, try await browser.post(target, fields)]
            for page in pages { #expect(page.says("$20.00 was refunded."), "\(page.html)") }
            let made = try await refunds(gift, in: bench)
            #expect(made.count == 1 && made[0].amountMinor == 2_000 && made[0].state == .succeeded)
            #expect(made[0].reason == "requested_by_customer")
            let now = try await bench.bench.file.read { try $0.gift(gift.id) }
            #expect(now?.status == .partiallyRefunded && now?.refundedMinor == 2_000)
            let story = try await browser.open("/admin/org/Grace/gifts/\(gift.id)")
            for row in [
                "Amount</th><td>$50.00", "Fee</th><td>-$1.75", "Refunded</th><td>-$20.00",
                "Net</th><td>$28.25", "refund of $20.00: succeeded (the donor asked for a refund)",
            ] {
                #expect(story.says(row), "\(row)")
            }
            #expect(!story.says("Disputes and fee changes"))
            let rest = try await confirmation(gift, "30", in: browser)
            #expect(rest.says("The receipt becomes void.") && !rest.says("remaining amount"))
        }
    }

    @Test("a second form refunds once more, and no more than is left")
    func twice() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("owner")
            let target = "/admin/org/Grace/gifts/\(gift.id)/refund"
            let pages = [
                try await confirmation(gift, "30.00", in: browser),
                try await confirmation(gift, "30.00", in: browser),
            ]
            #expect(try await browser.post(target, pages[0].hidden).says("$30.00 was refunded."))
            let refused = try await browser.post(target, pages[1].hidden)
            #expect(refused.status == 422 && refused.says("20.00 can still be refunded"))
            _ = try await browser.post(target, try await confirmation(gift, "20", in: browser).hidden)
            #expect(try await refunds(gift, in: bench).map(\.amountMinor).sorted() == [2_000, 3_000])
            let done = try await browser.open("/admin/org/Grace/gifts/\(gift.id)")
            #expect(done.says("refunded") && !done.says(">Refund</a>"))
        }
    }

    @Test("a form that was already used refunds nothing more if its amount is changed")
    func changed() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("owner")
            let fields = try await confirmation(gift, "20", in: browser).hidden
            let target = "/admin/org/Grace/gifts/\(gift.id)/refund"
            _ = try await browser.post(target, fields)
            let page = try await browser.post(target, fields.merging(["amount": "10.00"]) { $1 })
            #expect(page.status == 422 && page.says("already used"))
            #expect(try await refunds(gift, in: bench).count == 1)
        }
    }

    @Test(
        "an amount that cannot be refunded is explained, and typed again",
        arguments: ["0", "50.01", "-5", "€20", "1.000", "1e3", "5.001", "all"])
    func amounts(amount: String) async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("treasurer")
            let page = try await confirmation(gift, amount, in: browser)
            #expect(page.status == 422 && page.says("role=\"alert\"") && page.says("value=\"\(amount)\""))
            #expect(page.hidden["key"] == nil)
        }
    }

    @Test("a disputed gift offers no refund, and shows the deadline for the response")
    func disputed() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give("40.00", method: "pm_card_createDispute")
            bench.bench.clock.advance(seconds: 86_400)
            try await bench.bench.processor.advance()
            try await bench.bench.giving.payments.readEvents()
            let dispute = try #require(
                try await bench.bench.file.read { try $0.openDisputes(ofOrganization: "Grace", limit: 9) }
                    .first)
            #expect(dispute.dueBy != nil)
            let browser = try await bench.browser("treasurer")
            let path = "/admin/org/Grace/gifts/\(gift.id)"
            let page = try await browser.open(path)
            #expect(page.says("cannot be refunded until the bank has decided") && !page.says(">Refund</a>"))
            #expect(page.says("dashboard by "))
            let ask = try await browser.open("\(path)/refund")
            // A form that was opened before the dispute.
            let other = try await confirmation(try await bench.give(), "40", in: browser)
            let sent = try await browser.post("\(path)/refund", other.hidden)
            for refused in [ask, sent] {
                #expect(refused.status == 422 && refused.says("Respond to the dispute"), "\(refused.html)")
                #expect(!refused.says("name=\"amount\""))
            }
            #expect(try await refunds(gift, in: bench).isEmpty)
        }
    }

    @Test("a gift that was not paid is not refunded")
    func unpaid() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give(method: "pm_card_visa_chargeDeclined")
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open("/admin/org/Grace/gifts/\(gift.id)/refund")
            #expect(page.status == 422 && page.says("Nothing can be refunded"))
            #expect(!(try await browser.open("/admin/org/Grace/gifts/\(gift.id)")).says(">Refund</a>"))
        }
    }
}
