import DatabaseKit
import Dependents
import MoneyKit
import MoneyTestSupport
import PaymentCore
import ProcessorSimulator
import ServerKit
import SimulationKit
import TestSupport
import Testing
import TextKit
import TimeKit

@testable import TapServer

/// The pages of a guardian.
@Suite struct DependentPageTests {
    /// One with a fee, as the requirements name them, or another.
    static func dependent(_ id: String = "dep_husam", fee: Money? = Money(200_00, .sar)) throws -> Dependent {
        try Dependent(
            id: id, name: "حسام", relationship: "ولدك", serviceType: "اصدار رخصة",
            due: MoneyBench.start.date.adding(days: 12), fee: fee)
    }

    @Test("each dependent in the list is a card with a link to the review of exactly that dependent")
    func cards() async throws {  // D2-02, D2-03
        try await DependentBench.with { bench in
            let ids = ["dep_husam", "dep_sarah", "dep_khalid"]
            let list = await bench.site.open(try await bench.enroll(ids.map { try Self.dependent($0) }))
            #expect(Set(list.links) == Set(ids.map { "\(list.target)/\($0)/review" }))
            #expect(list.links.count == ids.count)
            for id in ids {
                let review = await bench.site.open("\(list.target)/\(id)/review")
                #expect(review.action == "\(list.target)/\(id)/approve")
            }
        }
    }

    // D2-01, D2-08, D2-09
    @Test("a guardian opens a review, leaves it, pays, sees the confirmation, and returns to the list")
    func wholeWay() async throws {
        try await DependentBench.with { bench in
            let list = await bench.site.open(try await bench.enroll([Self.dependent()]))
            #expect(list.status == 200)
            let link = try #require(list.links.first)
            #expect(link.hasSuffix("/dep_husam/review"))
            let review = await bench.site.open(link)
            #expect(review.links == [list.target])
            #expect(await bench.site.open(review.links[0]).html == list.html)
            let confirmation = await bench.approve(review)
            #expect(confirmation.target.hasSuffix("/dep_husam/confirmation"))
            #expect(confirmation.says("تم الدفع"))
            #expect(confirmation.links == [list.target])
            #expect(await bench.site.open(list.target).says("تم الدفع"))
            // The fee is the platform's revenue, because the agency has no account.
            #expect(
                try await bench.money.file.read { try $0.balance(of: .dependentFee, in: .sar) } == -200_00)
            #expect(bench.log == [])
        }
    }

    @Test("a bank's challenge is answered on its page", arguments: [("passed", true), ("failed", false)])
    func bank(answer: String, isPaid: Bool) async throws {
        try await DependentBench.with { bench in
            let list = try await bench.enroll([Self.dependent()])
            let (review, bank) = ("\(list)/dep_husam/review", "\(list)/dep_husam/bank")
            let first = await bench.site.open(review)
            #expect(await bench.site.open(bank).target == review, "no bank asks yet")
            let asks = await bench.approve(first, ["method": "pm_card_authenticationRequired"])
            #expect(asks.status == 200 && asks.target == bank && asks.action == bank)
            #expect(asks.says("<html dir=\"rtl\" lang=\"ar\">") && asks.says("200.00"))
            #expect(asks.buttons == ["تأكيد الدفع", "رفض الدفع"])
            // The review links to the bank, and offers no second payment.
            let waiting = await bench.site.open(review)
            #expect(waiting.links == [bank, list] && waiting.action == nil)
            #expect(await bench.site.send(bank, ["answer": "perhaps"]).target == bank)
            #expect(await bench.approve(first).target == bank)
            let page = await bench.site.send(bank, ["answer": answer])
            #expect(page.target == (isPaid ? "\(list)/dep_husam/confirmation" : bank))
            #expect(page.status == (isPaid ? 200 : 422))
            #expect(page.says("role=\"alert\">لم يؤكد بنكك الدفع") == !isPaid)
            #expect(page.action == (isPaid ? nil : "\(list)/dep_husam/approve"))
            let payments = try await bench.money.file.read { try $0.payments(in: nil, after: nil, limit: 9) }
            #expect(payments.map(\.state) == [isPaid ? .succeeded : .requiresPaymentMethod])
            #expect(await bench.site.send(bank, ["answer": "passed"]).target != bank, "it asks no more")
            #expect(bench.log == [])
        }
    }

    @Test("a guardian cannot answer another guardian's bank")
    func otherBank() async throws {
        try await DependentBench.with { bench in
            let own = try await bench.enroll([Self.dependent()])
            let other = try await bench.enroll([Self.dependent("dep_other")], of: "grd_2")
            let review = await bench.site.open("\(own)/dep_husam/review")
            _ = await bench.approve(review, ["method": "pm_card_authenticationRequired"])
            #expect(await bench.site.send("\(other)/dep_husam/bank", ["answer": "passed"]).status == 404)
            #expect(try await bench.service.review("dep_husam").bankAsks)
        }
    }

    @Test("a refunded fee is shown as refunded, on the list and on the review, and is not charged again")
    func refunded() async throws {
        try await DependentBench.with { bench in
            let list = try await bench.enroll([Self.dependent()])
            let review = await bench.site.open("\(list)/dep_husam/review")
            let confirmation = await bench.approve(review)
            _ = try await bench.service.refund("dep_husam", amountMinor: 50_00)
            #expect(await bench.site.open(list).says("تم الدفع، ورُدّ جزء منه"))
            let partly = await bench.site.open(confirmation.target)
            #expect(partly.says("تم الدفع") && partly.says("المردود") && partly.says("50.00"))
            #expect(await bench.site.open(review.target).says("ورُدّ منها"))
            _ = try await bench.service.refund("dep_husam")
            #expect(await bench.site.open(list).says("رُدّت الرسوم"))
            #expect(await !bench.site.open(list).says("تم الدفع"))
            // The confirmation redirects to the review.
            let whole = await bench.site.open(confirmation.target)
            #expect(whole.target == review.target && whole.says("ثم رُدّت كاملة") && whole.action == nil)
            let again = await bench.approve(review)
            #expect(again.status == 422 && again.says("role=\"alert\">رُدّت هذه الرسوم بعد دفعها"))
        }
    }

    @Test("a fee that the guardian's bank disputes is not shown as paid")
    func disputed() async throws {
        try await DependentBench.with { bench in
            let list = try await bench.enroll([Self.dependent()])
            let review = await bench.site.open("\(list)/dep_husam/review")
            _ = try await bench.service.approve("dep_husam", method: "pm_card_createDispute")
            bench.money.clock.advance(seconds: 86_400)
            try await bench.money.processor.advance()
            try await bench.service.payments.readEvents()
            #expect(await bench.site.open(list).says("اعترض البنك على الدفع"))
            #expect(await !bench.site.open(list).says("تم الدفع"))
            let shown = await bench.site.open("\(list)/dep_husam/confirmation")
            #expect(shown.target == review.target && shown.says("اعترض بنكك على هذا الدفع"))
        }
    }

    @Test("the pages are Arabic and read from right to left; names keep their own direction")  // D2-06, D2-10
    func direction() async throws {
        try await DependentBench.with { bench in
            let list = await bench.site.open(try await bench.enroll([Self.dependent()]))
            let review = await bench.site.open(try #require(list.links.first))
            for page in [
                list, review, await bench.approve(review), await bench.site.open("/-/dependents/none"),
            ] {
                #expect(page.says("<html dir=\"rtl\" lang=\"ar\">"), "\(page.target)")
                #expect(page.says("Test mode: no real charges"))
            }
            #expect(list.says("<bdi>اصدار رخصة</bdi> - <bdi>حسام</bdi>"))
        }
    }

    @Test("without a fee nothing can be paid, not even by a request that bypasses the page")  // D2-15
    func noFee() async throws {
        try await DependentBench.with { bench in
            let list = await bench.site.open(try await bench.enroll([Self.dependent(fee: nil)]))
            let review = await bench.site.open(try #require(list.links.first))
            #expect(review.says("<button disabled>"))
            #expect(review.says("لا يمكن الدفع: رسوم هذه الخدمة غير معروفة"))
            #expect(review.action == nil)
            let forged = await bench.approve(review, ["fee": "100", "method": "pm_card_visa"])
            #expect(forged.status == 422)
            #expect(forged.says("<button disabled>"))
            #expect(try await bench.money.file.read { try $0.payments(in: nil, after: nil, limit: 1) } == [])
        }
    }

    @Test("a declined card stays on the review with its error; another one pays")  // D2-16
    func declined() async throws {
        try await DependentBench.with { bench in
            let list = await bench.site.open(try await bench.enroll([Self.dependent()]))
            let review = await bench.site.open(try #require(list.links.first))
            let refused = await bench.approve(review, ["method": "pm_card_visa_chargeDeclined"])
            #expect(refused.status == 422)
            #expect(refused.says("role=\"alert\">رُفضت البطاقة"))
            #expect(refused.chosen["method"] == "pm_card_visa_chargeDeclined")
            #expect(refused.says("<h1><bdi>حسام</bdi></h1>") && refused.action == review.action)
            let paid = await bench.approve(refused, ["method": "pm_card_visa"])
            #expect(paid.target.hasSuffix("/confirmation"))
        }
    }

    @Test("an unknown dependent, or another guardian's, shows the list and is logged")  // D2-17
    func unknown() async throws {
        try await DependentBench.with { bench in
            let own = try await bench.enroll([Self.dependent()])
            _ = try await bench.enroll([Self.dependent("dep_other")], of: "grd_2")
            for (path, verb) in [("nobody", "review"), ("dep_other", "review"), ("dep_other", "approve")] {
                let target = "\(own)/\(path)/\(verb)"
                let review = Page(
                    status: 0, html: "<form method=\"post\" action=\"\(target)\"", target: target)
                let page = verb == "review" ? await bench.site.open(target) : await bench.approve(review)
                #expect(page.status == 404)
                #expect(page.links == ["\(own)/dep_husam/review"])
                #expect(bench.log.contains { $0.hasPrefix("navigate \(path):") })
            }
        }
    }

    @Test("an unknown link shows no dependent")
    func deadLink() async throws {
        try await DependentBench.with { bench in
            let first = try await bench.enroll([Self.dependent()])
            _ = try await bench.enroll([Self.dependent()])
            for target in [first, "/-/dependents/none", "\(first)/dep_husam/review"] {
                let page = await bench.site.open(target)
                #expect(page.status == 410)
                #expect(!page.says("حسام"))
            }
        }
    }

    @Test("a fee that has changed since it was shown is not charged")
    func changedFee() async throws {
        try await DependentBench.with { bench in
            let list = try await bench.enroll([Self.dependent()])
            let review = await bench.site.open("\(list)/dep_husam/review")
            let guardian = Guardian(id: "grd_1", name: "عبدالله", email: "g@example.org")
            try await bench.service.enroll(
                [Self.dependent(fee: Money(300_00, .sar))], of: guardian, at: "agency")
            let answer = await bench.approve(review)
            #expect(answer.status == 422)
            #expect(answer.says("تغيّرت الرسوم"))
        }
    }

    @Test("a form that is not ours charges nothing", arguments: [["fee": "x"], ["method": "pm_card_other"]])
    func forged(entered: [String: String]) async throws {
        try await DependentBench.with { bench in
            let list = try await bench.enroll([Self.dependent()])
            let answer = await bench.approve(await bench.site.open("\(list)/dep_husam/review"), entered)
            #expect(answer.status == 422)
            #expect(try await bench.money.file.read { try $0.payments(in: nil, after: nil, limit: 1) } == [])
        }
    }

    @Test("nothing is paid by opening an address")
    func methods() async throws {
        try await DependentBench.with { bench in
            let list = try await bench.enroll([Self.dependent()])
            #expect(await bench.site.open("\(list)/dep_husam/approve").status == 405)
            #expect(await bench.site.open("\(list)/dep_husam/confirmation").target.hasSuffix("/review"))
        }
    }

    @Test("the name of a route contains no token and no id")
    func routes() {
        for (path, route) in [
            ("/-/dependents/secret", "/-/dependents/{token}"),
            ("/-/dependents/secret/secret/review", "/-/dependents/{token}/{id}/review"),
            ("/-/dependents/secret/secret/approve", "/-/dependents/{token}/{id}/approve"),
            ("/-/dependents/secret/secret/confirmation", "/-/dependents/{token}/{id}/confirmation"),
            ("/-/dependents/secret/secret/bank", "/-/dependents/{token}/{id}/bank"),
            ("/-/dependents/secret/secret/secret", "/{org}"),
        ] {
            #expect(SiteRoutes.standard.match(path).place.label == route)
        }
    }
}
