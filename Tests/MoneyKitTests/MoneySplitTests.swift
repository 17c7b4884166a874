import MoneyKit
import SimulationKit
import TestSupport
import Testing

@Suite struct MoneySplitTests {
    @Test(
        "splits by the largest remainder, and gives ties to the first part",
        arguments: [
            (100, [1, 1, 1], [34, 33, 33]), (-100, [1, 1, 1], [-34, -33, -33]),
            (101, [1, 1, 1], [34, 34, 33]),
            (10, [2, 3, 5], [2, 3, 5]), (1, [1, 1], [1, 0]), (0, [1, 2], [0, 0]), (7, [0, 1, 0], [0, 7, 0]),
            (100, [1, 0, 2], [33, 0, 67]), (5, [3, 3, 1], [2, 2, 1]), (.max, [1], [.max]),
            (.min, [1], [.min]),
            (.min, [.max, .max], [.min / 2, .min / 2]), (.max, [.max, 1], [.max - 1, 1]),
            (14_000, [3_333, 3_333, 3_334], [4666, 4666, 4668]),
        ] as [(Int64, [Int64], [Int64])])
    func byWeights(amount: Int64, weights: [Int64], parts: [Int64]) throws {
        #expect(try Money(amount, .usd).split(by: weights).map(\.minorUnits) == parts)
    }

    @Test("parts by weight add up to the amount, each rounded down or up", arguments: propertySeeds)
    func losesNothing(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let amount =
            Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...63, using: &generator)
        let weights = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
            Int64.random(in: 0 ... .max / 64, using: &generator)
                >> Int64.random(in: 0...63, using: &generator)
        }
        guard weights.contains(where: { $0 > 0 }) else { return }
        let parts = try Money(amount, .eur).split(by: weights)
        #expect(parts.count == weights.count)
        #expect(try Money.sum(parts, in: .eur) == Money(amount, .eur))
        let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
        for (part, weight) in zip(parts, weights) {
            // Each part is within one minor unit of its share, and has the sign of the whole.
            let difference = Int128(part.minorUnits) * total - Int128(amount) * Int128(weight)
            #expect(difference.magnitude < total.magnitude)
            #expect(part.minorUnits.signum() * amount.signum() >= 0)
        }
    }

    @Test("equal parts differ by at most one minor unit, larger ones first", arguments: propertySeeds)
    func equalParts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let amount = Money(.random(in: -100_000...100_000, using: &generator), .jpy)
        let parts = try amount.split(into: .random(in: 1...500, using: &generator))
        #expect(try Money.sum(parts, in: .jpy) == amount)
        let sizes = parts.map(\.minorUnits.magnitude)
        #expect(sizes == sizes.sorted(by: >))
        #expect(try #require(sizes.first) - (try #require(sizes.last)) <= 1)
    }

    @Test("amounts up to 300 in up to 12 parts add up")
    func small() throws {
        for amount in 0...300 as ClosedRange<Int64> {
            for count in 1...12 {
                let parts = try Money(amount, .usd).split(into: count).map(\.minorUnits)
                guard parts.reduce(0, +) == amount, parts.count == count else {
                    Issue.record("\(amount) in \(count)")
                    return
                }
            }
        }
    }

    @Test("refuses a bad number of parts, and weights that are empty, negative or zero")
    func refuses() {
        let amount = Money(100, .usd)
        for parts in [0, -1, .min, .max, Money.mostParts + 1] {
            expect(.badParts) { () throws(MoneyError) in try amount.split(into: parts) }
        }
        for weights in [[], [0], [0, 0], [1, -1], [.min]] as [[Int64]] {
            expect(.badParts) { () throws(MoneyError) in try amount.split(by: weights) }
        }
        expect(.badParts) { () throws(MoneyError) in
            try amount.split(by: Array(repeating: 1, count: Money.mostParts + 1))
        }
        expect(.overflow) { () throws(MoneyError) in try amount.split(by: [.max, .max, .max]) }
    }

    private func expect(_ code: MoneyError.Code, _ split: () throws(MoneyError) -> [Money]) {
        #expect {
            _ = try split()
        } throws: {
            ($0 as? MoneyError)?.code == code
        }
    }
}
