import DatabaseKit
import Giving
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TapServer
import Testing

/// Cards that were stolen, tried through the form: how many of them the bank is asked about.
@Suite struct StolenCardTests {
    private static let stolen = "pm_card_visa_chargeDeclinedStolenCard"

    /// Tries cards one after another, each with its own form.
    ///
    /// - Returns: The number of attempts that reached the bank.
    private func tryCards(
        _ count: Int, in bench: SiteBench, every seconds: Int64, to target: String = "/Grace?f=12&r=0",
        email: (Int) -> String, client: (Int) -> String?
    ) async throws -> Int {
        for number in 0..<count {
            var thief = Visitor(bench: bench)
            thief.client = client(number)
            let review = try await thief.send(thief.open(target), ["amount": "5.00", "by": "card"])
            let entered = ["name": "A", "email": email(number), "phone": "12345", "method": Self.stolen]
            let page = try await thief.send(review, entered)
            #expect(page.says("Card declined.") || page.says("Please wait ten minutes"), "\(page.html)")
            bench.clock.advance(seconds: seconds)
        }
        let asked = try await bench.processor.paymentIntents(ListQuery(limit: 100)).data
        #expect(try await bench.charges() == 0)
        return asked.count
    }

    @Test(
        "of cards from many addresses and names, 20 reach the processor, then one in ten minutes",
        arguments: [(0, 20), (1, 20), (40, 34), (300, 27)] as [(Int64, Int)])
    func manyAddresses(every seconds: Int64, most: Int) async throws {
        try await SiteBench.with { bench in
            let count = seconds == 300 ? 34 : 200
            let asked = try await tryCards(
                count, in: bench, every: seconds, email: { "thief\($0)@example.org" },
                client: { "203.0.\($0 / 250).\($0 % 250)" })
            #expect(asked <= most && asked >= 20)
        }
    }

    @Test(
        "of cards with one e-mail address or network address, five reach the processor",
        arguments: [true, false])
    func oneOrigin(isEmail: Bool) async throws {
        try await SiteBench.with { bench in
            let asked = try await tryCards(
                30, in: bench, every: 1, email: { isEmail ? "thief@example.org" : "thief\($0)@example.org" },
                client: { isEmail ? "203.0.113.\($0)" : "203.0.113.7" })
            #expect(asked == 5)
        }
    }

    @Test("after another card on one gift, five are refused, however long the donor waits")
    func oneGift() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            var page = try await visitor.give(card: Self.stolen)
            for _ in 0..<8 {
                bench.clock.advance(seconds: 601)
                page = try await visitor.send(page, ["method": Self.stolen])
            }
            let gift = try #require(try await bench.gifts().first)
            let payment = try #require(gift.payment)
            #expect(try await bench.file.read { try $0.payment(payment) }?.attempts == 5)
            #expect(page.says("too many attempts"))
        }
    }

    @Test("an honest donor gets through after the pause, and some gifts end the pause for all")
    func honest() async throws {
        try await SiteBench.with { bench in
            _ = try await tryCards(
                25, in: bench, every: 1, email: { "thief\($0)@example.org" }, client: { "203.0.113.\($0)" })
            let visitor = Visitor(bench: bench)
            #expect(try await visitor.give().says("Please wait ten minutes"))
            #expect(try await visitor.give("/Hope?f=7&r=0").says("Thank you for your generosity!"))
            bench.clock.advance(seconds: 601)
            for number in 0..<15 {
                let review = try await visitor.send(
                    visitor.open("/Grace?f=12&r=0"), ["amount": "50.00", "by": "card"])
                let own = ["email": "d\(number)@example.org", "method": "pm_card_visa"]
                let page = try await visitor.send(review, Visitor.donor.merging(own) { $1 })
                #expect(page.says("Thank you for your generosity!"))
            }
            // Of the newest twenty tries five are bad: a decline more takes the place of one of them.
            let declined = try await visitor.give(card: "pm_card_visa_chargeDeclined")
            #expect(declined.says("Card declined."))
            #expect(try await visitor.give().says("Thank you for your generosity!"))
        }
    }
}
