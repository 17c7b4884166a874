import ServerKit
import SimulationKit
import Testing
import TestSupport

/// A limit on how often each client may do something.
@Suite struct RateTableTests {
    private static let somebody: [UInt8] = [192, 0, 2, 1]

    @Test("at six per minute, permits six requests at once, and then one every ten seconds")
    func burst() {
        var table = RateTable(perMinute: 6)
        for _ in 0..<6 { #expect(table.take(by: Self.somebody, at: .seconds(5)) == nil) }
        #expect(table.take(by: Self.somebody, at: .seconds(5)) == .seconds(10))
        #expect(table.take(by: Self.somebody, at: .seconds(14)) == .seconds(1))
        #expect(table.take(by: Self.somebody, at: .seconds(15)) == nil)
        #expect(table.take(by: Self.somebody, at: .seconds(15)) == .seconds(10))
        // After a minute without a request the full number is available again, and no more.
        for _ in 0..<6 { #expect(table.take(by: Self.somebody, at: .seconds(500)) == nil) }
        #expect(table.take(by: Self.somebody, at: .seconds(500)) != nil)
    }

    @Test("each client has its own limit, and 0 means no limit")
    func apart() {
        var table = RateTable(perMinute: 1)
        #expect(table.take(by: [1], at: .zero) == nil && table.take(by: [2], at: .zero) == nil)
        #expect(table.take(by: [1], at: .zero) != nil)
        var open = RateTable(perMinute: 0)
        for _ in 0..<1000 { #expect(open.take(by: [1], at: .zero) == nil) }
        #expect(open.count == 0)
    }

    @Test("the table is bounded, and keeps a client that was active recently")
    func bounded() {
        var table = RateTable(perMinute: 2, capacity: 100)
        #expect(table.take(by: [0], at: .zero) == nil && table.take(by: [0], at: .zero) == nil)
        for number in 0..<10_000 {
            _ = table.take(by: [1, UInt8(number >> 8), UInt8(number & 0xFF)], at: .zero)
            #expect(table.count <= 200)
        }
        // The client was removed by now, which permits its request instead of refusing it.
        #expect(table.take(by: [0], at: .zero) == nil)
        for number in 0..<150 { _ = table.take(by: [2, UInt8(number)], at: .zero) }
        #expect(table.take(by: [0], at: .zero) == nil, "the client had one request left after the 150 others")
        #expect(table.take(by: [0], at: .zero) != nil)
    }

    @Test("requests never exceed the limit, and one after the stated wait is permitted")
    func property() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let perMinute = Int.random(in: 1...50, using: &random)
            var table = RateTable(perMinute: perMinute)
            var (now, taken): (Duration, [Duration]) = (.zero, [])
            for _ in 0..<300 {
                now += .milliseconds(Int.random(in: 0...3000, using: &random))
                guard let wait = table.take(by: Self.somebody, at: now) else {
                    taken.append(now)
                    continue
                }
                if Bool.random(using: &random) {
                    now += wait
                    #expect(table.take(by: Self.somebody, at: now) == nil, "seed \(seed)")
                    taken.append(now)
                }
            }
            for (index, first) in taken.enumerated() {
                guard index + perMinute < taken.count else { break }
                // One request more than the limit needs the time after which one is available again.
                let stretch = taken[index + perMinute] - first
                #expect(stretch + .nanoseconds(1000) >= Duration.seconds(60) / perMinute, "seed \(seed)")
            }
        }
    }
}
