import SimulationKit
import Testing
import TimeKit

@Suite struct VirtualClockTests {
    static let start = Timestamp(seconds: 1_769_850_000)

    @Test("does not move until it is advanced, and neither does its wall clock")
    func advances() {
        let clock = VirtualClock(at: Self.start)
        let handedIn = clock.wallClock
        #expect(handedIn.now() == Self.start)
        clock.advance(seconds: 60)
        #expect(clock.now == Self.start.adding(seconds: 60))
        clock.advance(to: Self.start.adding(seconds: 3600))
        #expect(handedIn.now() == Self.start.adding(seconds: 3600))
    }

    @Test("never moves backwards", arguments: [-1, .min] as [Int64])
    func neverBack(seconds: Int64) {
        let clock = VirtualClock(at: Self.start)
        clock.advance(seconds: seconds)
        clock.advance(to: Self.start.adding(seconds: seconds))
        #expect(clock.now == Self.start)
    }

    @Test("stops at the calendar's last moment")
    func ends() {
        let clock = VirtualClock(at: Self.start)
        clock.advance(seconds: .max)
        #expect(clock.now == .latest)
    }

    @Test("counts every step of tasks that set it at the same time")
    func concurrent() async {
        let clock = VirtualClock(at: Self.start)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { clock.advance(seconds: 1) } }
            }
        }
        #expect(clock.now == Self.start.adding(seconds: 8000))
    }
}
