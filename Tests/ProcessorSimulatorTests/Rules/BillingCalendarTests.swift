import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import ProcessorSimulator

@Suite struct BillingCalendarTests {
    @Test("the next renewal is the calendar's first time after a given one", arguments: propertySeeds)
    func next(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let anchor = Timestamp(seconds: Int64.random(in: 0...4_000_000_000, using: &generator))
        for interval in [Price.Interval.day, .week, .month, .year] {
            let calendar = BillingCalendar(anchor: anchor, interval: interval)
            var moment = anchor
            for n in 1...30 {
                let next = calendar.next(after: moment)
                #expect(next > moment)
                let within = moment.adding(seconds: Int64.random(in: 0..<(next - moment), using: &generator))
                #expect(calendar.next(after: within) == next)
                switch interval {
                case .month: #expect(next == MonthlyAnchor(anchor).occurrence(n))
                case .year: #expect(next == MonthlyAnchor(anchor).occurrence(12 * n))
                case .week: #expect(next == anchor.adding(seconds: Int64(n) * 604_800))
                case .day: #expect(next == anchor.adding(seconds: Int64(n) * 86_400))
                }
                moment = next
            }
            #expect(calendar.next(after: anchor.adding(seconds: -1)) == anchor)
        }
    }
}
