import DatabaseKit
import Giving
import MoneyKit
import PaymentCore
import SimulationKit
import TapServer
import Testing

/// A monthly gift, changed by its donor.
@Suite struct OwnMonthlyTests {
    /// Gives monthly, signs in, and opens the monthly gift.
    static func open(_ visitor: Visitor, _ choice: [String: String] = [:]) async throws -> Page {
        _ = try await visitor.give("/Grace?f=12&r=1", choice.merging(["monthly": "1"]) { $1 })
        return try await signIn(visitor)
    }

    static func signIn(_ visitor: Visitor) async throws -> Page {
        let own = try await visitor.signIn()
        let link = try #require(own.html.firstMatch(of: /"(\/-\/giver\/monthly\/\w+)"/))
        return try await visitor.open(String(link.1))
    }

    static func recurring(_ bench: SiteBench) async throws -> RecurringGift {
        let all = try await bench.file.read {
            try $0.recurringGifts(
                organization: nil, donor: nil, includingDeclined: true, after: nil, limit: 9)
        }
        return try #require(all.first)
    }

    @Test("another amount books nothing now, and is charged from the next time on")
    func amount() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await Self.open(visitor, ["cover": "1"])
            #expect(page.says("<strong>$51.80</strong> on <time datetime=\"2026-02-28\">"))
            let before = try await bench.file.read { try $0.ledgerCheck() }.postings
            let changed = try await visitor.send(page, ["amount": "75"], to: page.target + "/amount")
            #expect(changed.status == 200 && changed.says("Your monthly gift was changed."))
            #expect(changed.says("<strong>$77.55</strong> on <time datetime=\"2026-02-28\">"))
            #expect(try await bench.file.read { try $0.ledgerCheck() }.postings == before)
            #expect(try await bench.gifts().count == 1)
            bench.clock.advance(seconds: 29 * 86_400)
            _ = try await bench.giving.payments.reconcile()
            let gifts = try await bench.gifts()
            #expect(gifts.map(\.amount.minorUnits) == [7_500, 5_000])
            #expect(gifts.first?.status == .succeeded && gifts.first?.total.minorUnits == 7_755)
        }
    }

    @Test("a form has an effect only once, even if it is submitted again later")
    func once() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await Self.open(visitor)
            let amount = page.target + "/amount"
            async let first = visitor.send(page, ["amount": "75"], to: amount)
            async let second = visitor.send(page, ["amount": "75"], to: amount)
            let newer = [try await first, try await second][1]
            #expect(newer.says("$75.00"))
            #expect(try await visitor.send(newer, ["amount": "80"], to: amount).says("$80.00"))
            // The back button, and once more: the last word stays the last.
            let again = try await visitor.send(page, ["amount": "75"], to: amount)
            #expect(again.status == 200 && again.says("$80.00"))
            let other = try await visitor.send(page, ["amount": "90"], to: amount)
            #expect(other.status == 422 && other.says("already used") && other.says("$80.00"))
            #expect(try await Self.recurring(bench).amount.minorUnits == 8_000)
        }
    }

    @Test("after a change of day, fund or card, the page shows the next charge and its date")
    func dayFundCard() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await Self.open(visitor)
            let day = try await visitor.send(page, ["day": "15"], to: page.target + "/day")
            #expect(day.says("<strong>$50.00</strong> on <time datetime=\"2026-02-15\">"))
            let fund = try await visitor.send(day, ["fund": "13"], to: page.target + "/fund")
            #expect(fund.says("<bdi>Building</bdi>"))
            let card = try await visitor.send(
                fund, ["method": "pm_card_mastercard"], to: page.target + "/card")
            #expect(card.says("<b>Test Mastercard 4444</b>"))
            #expect(try await bench.gifts().count == 1)
            bench.clock.advance(seconds: 16 * 86_400)
            _ = try await bench.giving.payments.reconcile()
            let gift = try #require(try await bench.gifts().first)
            #expect(gift.fund == "13" && gift.status == .succeeded)
        }
    }

    @Test("a pause charges nothing until its day, and can be ended before")
    func pause() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await Self.open(visitor)
            let paused = try await visitor.send(page, ["until": "2026-04-01"], to: page.target + "/pause")
            #expect(paused.says("on <time datetime=\"2026-04-30\">") && paused.says("after a pause"))
            bench.clock.advance(seconds: 45 * 86_400)
            _ = try await bench.giving.payments.reconcile()
            #expect(try await bench.charges() == 1)
            let later = try await Self.signIn(visitor)
            let resumed = try await visitor.send(later, to: page.target + "/resume")
            #expect(resumed.says("<strong>$50.00</strong> on <time datetime=\"2026-03-31\">"))
            let open = try await visitor.send(resumed, ["until": ""], to: page.target + "/pause")
            #expect(open.says("none until you resume the gift"))
            #expect(try await Self.recurring(bench).status == .paused)
        }
    }

    @Test("its end is asked for twice, and is the end")
    func end() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await Self.open(visitor)
            let asked = try await visitor.send(page, to: page.target + "/end")
            #expect(asked.status == 422 && asked.says("Check the box to confirm"))
            #expect(try await Self.recurring(bench).status == .active)
            let ended = try await visitor.send(asked, ["sure": "1"], to: page.target + "/end")
            #expect(ended.says("none: the monthly gift is canceled") && ended.actions == ["/-/giver/out"])
            bench.clock.advance(seconds: 60 * 86_400)
            _ = try await bench.giving.payments.reconcile()
            #expect(try await bench.charges() == 1)
        }
    }

    @Test(
        "an invalid change is explained above the form, and nothing changes",
        arguments: [
            ("amount", ["amount": "4.99"], "You entered 4.99 USD. The minimum is 5.00 USD."),
            ("amount", ["amount": ""], "not an amount"),
            ("amount", ["amount": "1e3"], "not an amount"), ("day", ["day": "32"], "1 to 31"),
            ("day", ["day": "x"], "1 to 31"), ("fund", ["fund": "7"], "choose a fund"),
            ("fund", ["fund": ""], "choose a fund"), ("card", ["method": "pm_other"], "test cards"),
            ("card", ["method": "4242424242424242"], "test cards"),
            ("card", ["method": "pm_card_visa_chargeDeclined"], "Card declined"),
            ("pause", ["until": "2026-01-31"], "after today"),
            ("pause", ["until": "tomorrow"], "a date like 2027-03-01"),
            ("pause", ["until": "2029-01-31"], "two years"), ("resume", ["key": "short"], "incomplete"),
        ])
    func refused(form: String, entered: [String: String], words: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await Self.open(visitor)
            let before = try await Self.recurring(bench)
            let refused = try await visitor.send(page, entered, to: "\(page.target)/\(form)")
            #expect(refused.status == 422 && refused.says(words), "\(refused.html)")
            #expect(try await Self.recurring(bench) == before)
            let without = try await visitor.send(
                page, entered.merging(["guard": "0"]) { $1 }, to: "\(page.target)/\(form)")
            #expect(without.status == 403)
        }
    }

    @Test("a charge that failed is tried with another card at once")
    func pastDue() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await Self.open(visitor)
            _ = try await bench.giving.change(
                Self.recurring(bench).id, .method("pm_card_chargeCustomerFail"))
            bench.clock.advance(seconds: 29 * 86_400)
            _ = try await bench.giving.payments.reconcile()
            let page = try await Self.signIn(visitor)
            #expect(page.says("the last charge failed") && page.says("Pay with this card"))
            let paid = try await visitor.send(page, ["method": "pm_card_visa"], to: page.target + "/card")
            #expect(paid.says("<strong>$50.00</strong> on <time datetime=\"2026-03-31\">"))
            #expect(try await bench.charges() == 2)
        }
    }
}
