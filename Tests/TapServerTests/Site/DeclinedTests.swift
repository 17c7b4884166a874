import DatabaseKit
import Giving
import PaymentCore
import TapServer
import Testing

/// A card that is declined, and the next one.
@Suite struct DeclinedTests {
    @Test("another card pays the same gift on the same intent")
    func anotherCard() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let declined = try await visitor.give(card: "pm_card_visa_chargeDeclined")
            #expect(declined.says("Card declined. Please try another card or payment method."))
            let before = try #require(try await bench.gifts().first)
            let thanks = try await visitor.send(declined, ["method": "pm_card_visa"])
            #expect(thanks.says("Thank you for your generosity!") && thanks.target == declined.target)
            let gifts = try await bench.gifts()
            #expect(gifts.count == 1 && gifts[0].id == before.id && gifts[0].status == .succeeded)
            #expect(gifts[0].paymentIntent == before.paymentIntent && before.paymentIntent != nil)
        }
    }

    @Test("a click on another card that comes twice is one try")
    func doubleClick() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let declined = try await visitor.give(card: "pm_card_visa_chargeDeclined")
            for _ in 0..<2 {
                _ = try await visitor.send(declined, ["method": "pm_card_visa_chargeDeclined"])
            }
            let gift = try #require(try await bench.gifts().first)
            let payment = try await bench.file.read { try $0.payment(gift.payment ?? "") }
            #expect(payment?.attempts == 2)
        }
    }

    @Test("back to the form and another card is the same gift")
    func back() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let fields = Visitor.donor
            _ = try await visitor.send(
                review, fields.merging(["method": "pm_card_visa_chargeDeclined"]) { $1 })
            let thanks = try await visitor.send(review, fields.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!"))
            #expect(try await bench.gifts().count == 1)
        }
    }

    @Test("after five declined cards the page says to wait")
    func guarded() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            var page = try await visitor.give(card: "pm_card_visa_chargeDeclined")
            for _ in 0..<5 { page = try await visitor.send(page, ["method": "pm_card_visa_chargeDeclined"]) }
            #expect(page.says("too many attempts") || page.says("too many payments were declined"))
            #expect(try await bench.charges() == 0)
        }
    }

    @Test("a declined monthly gift starts again with another card, once")
    func monthly() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let declined = try await visitor.give(
                "/Grace?f=12&r=1", ["monthly": "1"], card: "pm_card_visa_chargeDeclined")
            #expect(declined.says("Card declined. Please try another card or payment method."))
            for _ in 0..<2 {
                let thanks = try await visitor.send(declined, ["method": "pm_card_visa"])
                #expect(thanks.says("Thank you for your generosity!"))
            }
            #expect(try await bench.charges() == 1)
            let monthly = try await bench.file.read {
                try $0.recurringGifts(
                    organization: nil, donor: nil, includingDeclined: true, after: nil, limit: 10)
            }
            #expect(monthly.map(\.status).filter { $0 == .active }.count == 1)
        }
    }
}
