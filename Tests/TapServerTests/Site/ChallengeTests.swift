import Giving
import TapServer
import Testing

/// The donor's bank asks.
@Suite struct ChallengeTests {
    @Test("a bank that is answered lets the gift through")
    func passed() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let bank = try await visitor.give(card: "pm_card_authenticationRequired")
            #expect(bank.says("Your bank") && bank.says("$50.00"))
            #expect(try await bench.charges() == 0)
            let thanks = try await visitor.send(bank, ["answer": "passed"])
            #expect(thanks.says("Thank you for your generosity!"))
            let late = try await visitor.send(bank, ["answer": "failed"])
            #expect(late.says("Thank you for your generosity!"))
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("after a failed challenge the donor can use another card")
    func failed() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let bank = try await visitor.give(card: "pm_card_authenticationRequired")
            let declined = try await visitor.send(bank, ["answer": "failed"])
            #expect(declined.says("Your bank did not confirm the payment."))
            let thanks = try await visitor.send(declined, ["method": "pm_card_visa"])
            #expect(thanks.says("Thank you for your generosity!"))
            #expect(try await bench.gifts().count == 1)
        }
    }

    @Test("a bank that wants to ask before a monthly gift leads to another card")
    func monthly() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let refused = try await visitor.give(
                "/Grace?f=12&r=1", ["monthly": "1"], card: "pm_card_authenticationRequired")
            #expect(
                refused.says("Your bank requires confirmation, which is not possible for a monthly gift."))
            let thanks = try await visitor.send(refused, ["method": "pm_card_visa"])
            #expect(thanks.says("Thank you for your generosity!"))
            #expect(try await bench.charges() == 1)
        }
    }
}
