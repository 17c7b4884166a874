import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import TapServer
import Testing
import TimeKit
import TokenKit

/// The pages on which a plan is bought and kept.
@Suite struct PlanPageTests {
    // P4-12
    @Test("an offer has its crown, price and features, and links to continue and to decline")
    func offer() async throws {
        try await PlanBench.with { bench in
            let page = await bench.site.open("/plan/plus")
            for words in [
                "♛", "Upgrade to Plus", "$9.99/month", "AI Concierge", "Unlimited trips",
                "Continue to Payment", "Cancel", "Priority support",
            ] {
                #expect(page.html.contains(words), "\(words)")
            }
            #expect(page.html.ranges(of: "<li>").count == 5)
            // Opening an offer saves nothing.
            let bought = try await bench.subscriptions()
            #expect(bought.isEmpty)
        }
    }

    // P4-02, P4-05
    @Test(
        "an offer lists every feature of its plan, in the catalog's order",
        arguments: [
            ("free", 4), ("plus", 5), ("starter_pro", 8), ("growth_pro", 10), ("enterprise_pro", 10),
            ("enterprise_plus", 12),
        ])
    func features(code: String, count: Int) async throws {
        try await PlanBench.with { bench in
            let page = await bench.site.open("/plan/\(code)")
            let shown = page.html.matches(of: #/<li>([^<]+)<\/li>/#).map { String($0.1) }
            #expect(shown == PlanCatalogue.standard.plan(code)?.features)
            #expect(shown.count == count)
        }
    }

    @Test(
        "a free, an individually sold and an unknown plan cannot be bought",
        arguments: [
            ("free", 200, "This plan is free for everyone."), ("enterprise_plus", 200, "Contact sales"),
            ("gold", 404, "This link does not open a plan"),
            ("PLUS", 404, "This link does not open a plan"),
        ])
    func notForSale(code: String, status: Int, words: String) async throws {
        try await PlanBench.with { bench in
            let page = await bench.site.open("/plan/\(code)")
            #expect(page.status == status && page.html.contains(words) && !page.html.contains("<form"))
            let token = SecretToken<LetterToken128>(random: bench.money.random).text
            #expect(await bench.site.open("/-/plan/\(token)?plan=\(code)").status == 404)
            #expect(await bench.buy("/-/plan/\(token)", plan: code).status == 404)
            let bought = try await bench.subscriptions()
            #expect(bought.isEmpty)
        }
    }

    @Test("what is charged is said before: the price, today, and the same day of the next month")
    func review() async throws {
        try await PlanBench.with { bench in
            let page = await bench.site.open(try await bench.checkout())
            for words in ["$9.99 every month", "4 January 2026", "4 February 2026", "Pay $9.99 every month"] {
                #expect(page.html.contains(words), "\(words)")
            }
            let bought = try await bench.subscriptions()
            #expect(bought.isEmpty)
        }
    }

    @Test("a card buys it once, however often the form is sent")
    func buys() async throws {
        try await PlanBench.with { bench in
            let link = try await bench.checkout()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<5 { group.addTask { _ = await bench.buy(link) } }
            }
            let page = await bench.buy(link)
            #expect(page.html.contains("You have Plus") && page.html.contains("4 February 2026"))
            #expect(try await bench.subscriptions().count == 1)
            #expect(try await bench.revenue() == 9_99)
            // Both the review's redirect and the link itself show it.
            #expect(await bench.open(link).html.contains("You have Plus"))
            #expect(await bench.site.open(page.target).html.contains("You have Plus"))
        }
    }

    @Test("the maker of a shared offer cannot see or end what another person buys with it")
    func passedOn() async throws {
        try await PlanBench.with { bench in
            let other = CookieJar()
            let link = try await bench.checkout()
            _ = await bench.site.open(link, keeping: other)
            let bought = await bench.buy(link)
            let offer = String(link.prefix { $0 != "?" })
            #expect(bought.html.contains("You have Plus") && bought.target != offer)
            #expect(await bench.site.open(link, keeping: other).html.contains("Pay for Plus"))
            #expect(
                await bench.site.send("\(offer)/change", ["change": "now"], keeping: other).status == 404)
            #expect(await bench.open(link).html.contains("You have Plus"))
            // In another browser, the same offer is a separate purchase.
            #expect(await bench.buy(link, keeping: other).target != bought.target)
            #expect(try await bench.revenue() == 2 * 9_99)
        }
    }

    @Test("a browser without cookies gets an explanation, and nothing is charged")
    func noCookie() async throws {
        try await PlanBench.with { bench in
            let link = try await bench.checkout()
            let page = await bench.site.send(
                String(link.prefix { $0 != "?" }),
                ["plan": "plus", "name": "Ann", "email": "ann@example.org", "method": "pm_card_visa"])
            #expect(page.status == 422 && page.html.contains("Allow cookies and try again."))
            #expect(page.html.contains("value=\"Ann\""))
            let bought = try await bench.subscriptions()
            #expect(bought.isEmpty)
        }
    }

    @Test("a declined card is reported, the entered text is kept, and another card can pay for the plan")
    func declined() async throws {
        try await PlanBench.with { bench in
            let link = try await bench.checkout()
            let page = await bench.buy(link, by: "pm_card_visa_chargeDeclined")
            #expect(page.html.contains("Card declined. Please try another card or payment method."))
            #expect(page.html.contains("value=\"Ann\"") && page.html.contains("value=\"ann@example.org\""))
            #expect(await bench.buy(link).html.contains("You have Plus"))
            #expect(try await bench.revenue() == 9_99)
        }
    }

    @Test(
        "a missing or invalid name, address or card is reported, and nothing is charged",
        arguments: [
            (["name": " "], "Your name is empty."),
            (["name": "An\u{200B}n"], "Your name has an invisible character at character 3: U+200B"),
            (["email": "ann"], "someone@example.org"),
            (["name": "4242 4242 4242 4242"], "Do not enter a card number here"),
            (["method": "pm_other"], "Choose a card."), (["name": "A\nB"], "line break"),
        ])
    func flaws(change: [String: String], words: String) async throws {
        try await PlanBench.with { bench in
            let page = await bench.buy(try await bench.checkout(), with: change)
            #expect(page.status == 422 && page.html.contains(words))
            let bought = try await bench.subscriptions()
            #expect(bought.isEmpty)
        }
    }

    // P4-24
    @Test("the annual price is offered, shown with its next charge a year later, and charged")
    func annual() async throws {
        try await PlanBench.with { bench in
            let offer = await bench.open("/plan/plus")
            #expect(offer.html.contains("$99.90/year"))
            let link = try #require(offer.action) + "?plan=plus&interval=year"
            let review = await bench.open(link)
            for words in ["$99.90 every year", "4 January 2026", "4 January 2027", "Pay $99.90 every year"] {
                #expect(review.html.contains(words), "\(words)")
            }
            let page = await bench.buy(link, with: ["interval": "year"])
            #expect(page.html.contains("$99.90/year") && page.html.contains("4 January 2027"))
            #expect(page.html.contains("Cancel at the end of the paid year"))
            #expect(try await bench.revenue() == 99_90)
        }
    }

    @Test("an unknown interval is refused, and not replaced with a month")
    func interval() async throws {
        try await PlanBench.with { bench in
            let link = try #require(await bench.open("/plan/plus").action)
            #expect(await bench.open(link + "?plan=plus&interval=month").status == 200)
            #expect(await bench.open(link + "?plan=plus&interval=week").status == 404)
        }
    }

    // P4-24
    @Test("a promotion code shows the lower amounts first, and then charges them")
    func promotion() async throws {
        try await PlanBench.with { bench in
            let spring = try await bench.promote("SPRING", 20)
            let link = try await bench.checkout()
            let wrong = await bench.buy(link, with: ["promotion": "WINTER"])
            #expect(wrong.status == 422 && wrong.html.contains("This promotion code cannot be used."))
            let review = await bench.buy(link, with: ["promotion": "spring"])
            #expect(review.status == 200 && review.html.contains("Promotion code SPRING applied."))
            #expect(
                review.html.contains("4 January 2026</time>, $7.99") && review.html.contains("Pay $7.99 now"))
            #expect(review.html.contains("4 February 2026</time>, $9.99"))
            #expect(try await bench.revenue() == 0)
            let page = await bench.buy(link, with: ["promotion": "spring", "applied": spring])
            #expect(
                page.html.contains("You have Plus") && page.html.contains("$7.99, paid on <time"))
            #expect(try await bench.revenue() == 7_99)
        }
    }

    // P4-24
    @Test("a promotion code that is cleared or changed shows the new amounts before they are charged")
    func changedPromotion() async throws {
        try await PlanBench.with { bench in
            let spring = try await bench.promote("SPRING", 20)
            try await bench.promote("SUMMER", 10)
            let link = try await bench.checkout()
            _ = await bench.buy(link, with: ["promotion": "SPRING"])
            let cleared = await bench.buy(link, with: ["promotion": "", "applied": spring])
            #expect(cleared.html.contains("The promotion code was removed."))
            #expect(cleared.html.contains("Pay $9.99 every month") && !cleared.html.contains("SPRING"))
            let changed = await bench.buy(link, with: ["promotion": "summer", "applied": spring])
            #expect(changed.html.contains("Pay $8.99 now"))
            #expect(try await bench.revenue() == 0)
            #expect(await bench.buy(link, with: ["promotion": ""]).html.contains("You have Plus"))
            #expect(try await bench.revenue() == 9_99)
        }
    }

    @Test(
        "a card whose bank asks is charged if the buyer confirms, and not if the buyer refuses",
        arguments: [("passed", true), ("failed", false)])
    func challenge(answer: String, isPaid: Bool) async throws {
        try await PlanBench.with { bench in
            let link = try await bench.checkout()
            let asked = await bench.buy(link, by: "pm_card_authenticationRequired")
            #expect(
                asked.html.contains("Your bank asks you to confirm the payment")
                    && asked.html.contains("<strong>$9.99</strong>"))
            #expect(try await bench.revenue() == 0)
            // Sending the form again shows the same question.
            #expect(await bench.buy(link).html.contains("Your bank asks you to confirm the payment"))
            let own = asked.target
            #expect(
                await bench.site.send("\(own)/bank", ["answer": "perhaps"]).html.contains(
                    "Your bank asks you to confirm the payment"))
            let page = await bench.site.send("\(own)/bank", ["answer": answer])
            #expect(page.html.contains(isPaid ? "You have Plus" : "Your bank did not confirm the payment."))
            #expect(try await bench.revenue() == (isPaid ? 9_99 : 0))
            // After a refusal, another card pays. After a confirmation, nothing more is charged.
            #expect(await bench.buy(link).html.contains("You have Plus"))
            #expect(try await bench.revenue() == 9_99)
        }
    }

    // P4-24
    @Test("changes to the annual price at once, and shows the change")
    func changesPlan() async throws {
        try await PlanBench.with { bench in
            let own = await bench.buy(try await bench.checkout()).target
            let page = await bench.site.open(own)
            #expect(page.html.contains(">Plus, $99.90/year</option>"))
            #expect(
                page.html.contains(
                    "A change to a higher price applies today, and the difference is charged now."))
            let changed = await bench.site.send(
                "\(own)/change", ["change": "plan", "price": "price_consumer_plus_annual"])
            #expect(changed.html.contains("$99.90/year") && changed.html.contains("4 January 2027"))
            #expect(try await bench.revenue() == 99_90)
            let unknown = await bench.site.send("\(own)/change", ["change": "plan", "price": "price_none"])
            #expect(unknown.html.contains("You have Plus"))
        }
    }

    // P4-24
    @Test("a planned change is shown, and can be withdrawn")
    func plannedChange() async throws {
        try await PlanBench.with { bench in
            let own = await bench.buy(try await bench.checkout("growth_pro"), plan: "growth_pro").target
            #expect(await !bench.site.open(own).html.contains("Keep Growth Pro"))
            let planned = await bench.site.send(
                "\(own)/change", ["change": "plan", "price": "price_starter_pro_monthly"])
            #expect(planned.html.contains("Starter Pro, $49.00/month"))
            #expect(planned.html.contains("Keep Growth Pro, $199.00/month"))
            let price = planned.html.firstMatch(of: #/name="price" value="([^"]+)"/#)?.1
            let kept = await bench.site.send(
                "\(own)/change", ["change": "plan", "price": String(price ?? "")])
            #expect(kept.html.contains("You have Growth Pro"))
            #expect(!kept.html.contains("Keep Growth Pro") && !kept.html.contains("From <time"))
            #expect(try await bench.revenue() == 199_00)
        }
    }

    @Test("a page from before a planned change charges nothing after it")
    func keptTooLate() async throws {
        try await PlanBench.with { bench in
            let own = await bench.buy(try await bench.checkout("growth_pro"), plan: "growth_pro").target
            let planned = await bench.site.send(
                "\(own)/change", ["change": "plan", "price": "price_starter_pro_monthly"])
            let price = planned.html.firstMatch(of: #/name="price" value="([^"]+)"/#)?.1
            bench.money.clock.advance(seconds: 32 * 86_400)
            let kept = await bench.site.send(
                "\(own)/change", ["change": "plan", "price": String(price ?? "")])
            #expect(kept.html.contains("You have Starter Pro"))
            #expect(try await bench.revenue() == 248_00)
        }
    }

    @Test("a promotion code that was replaced by another of the same name is shown again before the charge")
    func replacedPromotion() async throws {
        try await PlanBench.with { bench in
            try await bench.promote("SPRING", 50)
            let link = try await bench.checkout()
            let shown = await bench.buy(link, with: ["promotion": "SPRING"])
            let applied = shown.html.firstMatch(of: #/name="applied" value="([^"]+)"/#)?.1
            #expect(applied != nil && shown.html.contains("SPRING"))
            let other = await bench.buy(link, with: ["promotion": "SPRING", "applied": "SPRING"])
            #expect(other.html.contains("Promotion code SPRING applied"))
            #expect(try await bench.revenue() == 0)
            let paid = await bench.buy(
                link, with: ["promotion": "SPRING", "applied": String(applied ?? "")])
            #expect(paid.html.contains("You have Plus"))
        }
    }

    @Test("after a new link was made, the old address and the old checkout charge nothing")
    func replacedLink() async throws {
        try await PlanBench.with { bench in
            let link = try await bench.checkout()
            let own = await bench.buy(link).target
            let new = try await bench.renewLink()
            for page in [await bench.open(link), await bench.buy(link), await bench.open(own)] {
                #expect(page.status == 410 && page.html.contains("This link was replaced"))
            }
            let newest = try await bench.renewLink()
            #expect(await bench.site.open("/-/plan/\(new)").status == 410)
            // The same holds after the plan has ended: the purchase would have no address.
            let ended = await bench.site.send("/-/plan/\(newest)/change", ["change": "now"])
            #expect(ended.html.contains("Your plan is Free"))
            #expect(await bench.buy(link).status == 410)
            #expect(try await bench.revenue() == 9_99)
            // A new offer is a new purchase.
            #expect(await bench.buy(try await bench.checkout()).html.contains("You have Plus"))
        }
    }

    @Test("a free first month that is canceled keeps its page")
    func freeMonth() async throws {
        try await PlanBench.with { bench in
            let free = try await bench.promote("FREE", 100)
            let link = try await bench.checkout()
            let own = await bench.buy(link, with: ["promotion": "FREE", "applied": free]).target
            let page = await bench.site.send("\(own)/change", ["change": "now"])
            #expect(page.status == 200 && page.html.contains("Plus has ended"))
        }
    }

    @Test("a refunded payment is not shown as paid")
    func refunded() async throws {
        try await PlanBench.with { bench in
            let own = await bench.buy(try await bench.checkout()).target
            #expect(await bench.site.open(own).html.contains("$9.99, paid on <time"))
            try await bench.refund()
            let page = await bench.site.open(own)
            #expect(
                page.html.contains("$9.99, refunded")
                    && page.html.contains("Your last payment was refunded or disputed.")
            )
            #expect(!page.html.contains("paid on"))
        }
    }

    // P4-16
    @Test("a plan is canceled for the month's end, resumed, gets another card, and ends now")
    func changes() async throws {
        try await PlanBench.with { bench in
            let link = try await bench.checkout()
            let own = await bench.buy(link).target
            func change(_ what: String, _ fields: [String: String] = [:]) async -> Page {
                await bench.site.send("\(own)/change", ["change": what].merging(fields) { $1 })
            }
            #expect(await change("end").html.contains("Plus will not be renewed"))
            #expect(await change("resume").html.contains("You have Plus"))
            #expect(await change("card", ["method": "pm_card_mastercard"]).html.contains("You have Plus"))
            #expect(await change("card", ["method": "pm_other"]).html.contains("You have Plus"))
            #expect(await change("perhaps").html.contains("You have Plus"))
            #expect(await change("now").html.contains("Your plan is Free"))
            #expect(await change("resume").html.contains("Your plan is Free"))
        }
    }

    @Test(
        "an unknown link leads nowhere and changes nothing",
        arguments: ["AAAAAAAAAAAAAAAAAAAAAA", "x", "web"])
    func unknown(token: String) async throws {
        try await PlanBench.with { bench in
            #expect(await bench.site.open("/-/plan/\(token)").status == 404)
            let page = await bench.site.send("/-/plan/\(token)/change", ["change": "now"])
            #expect(page.status == 404)
        }
    }
}
