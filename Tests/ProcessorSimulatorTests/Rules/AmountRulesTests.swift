import MoneyKit
import SimulationKit
import TestSupport
import Testing

@testable import ProcessorSimulator

@Suite struct AmountRulesTests {
    @Test("shares of all parts add up to the total, for any parts", arguments: propertySeeds)
    func sharesAddUp(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let whole = Int64.random(in: 1...99_999_999, using: &generator)
        let total = Int64.random(in: 0...whole, using: &generator)
        var (before, given): (Int64, Int64) = (0, 0)
        while before < whole {
            let part = min(whole - before, Int64.random(in: 1...max(1, whole / 3), using: &generator))
            let share = AmountRules.share(of: total, for: part, after: before, in: whole)
            #expect((0...part + 1).contains(share))
            before += part
            given += share
            // At most half a minor unit from the exact share.
            #expect(abs(given * whole - total * before) * 2 <= whole)
        }
        #expect(given == total)
    }

    @Test("a share is exact for every small total, part and whole")
    func smallShares() {
        for whole in Int64(1)...12 {
            for total in 0...whole {
                for before in 0..<whole {
                    let given = (0..<before).reduce(Int64(0)) {
                        $0 + AmountRules.share(of: total, for: 1, after: $1, in: whole)
                    }
                    #expect(given == (2 * total * before + whole) / (2 * whole))
                }
            }
        }
    }

    @Test("the fee of every charge from 0.50 to 1,000.00 is 2.9%, rounded half up, and 0.30")
    func fees() {
        let rate = ProcessorConfiguration().fee
        for amount in Int64(50)...100_000 {
            let fee = AmountRules.fee(on: amount, .usd, at: rate)
            let exact = min(amount, (amount * 29 + 500) / 1000 + 30)
            if fee != exact { Issue.record("\(amount): \(fee), not \(exact)") }
        }
        #expect(AmountRules.fee(on: 20, .usd, at: rate) == 20)
        #expect(AmountRules.fee(on: 5000, .usd, at: .none) == 0)
    }
}
