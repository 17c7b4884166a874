import TagRegistry
import Testing

@Suite struct RunPaceTests {
    @Test("reports no pace before the third tag")
    func tooEarly() {
        var pace = RunPace()
        for second in 0..<2 { pace.finish(at: .seconds(second)) }
        #expect(pace.perMinute == nil)
        pace.finish(at: .seconds(2))
        #expect(pace.perMinute == 60)
    }

    @Test("a break for lunch changes nothing")
    func lunch() {
        var pace = RunPace()
        for tag in 0..<10 { pace.finish(at: .seconds(3 * tag)) }
        pace.finish(at: .seconds(3_600))
        for tag in 0..<10 { pace.finish(at: .seconds(3_600 + 3 * tag)) }
        #expect(pace.perMinute == 20)
        #expect(pace.timeLeft(rows: 100) == .seconds(300))
    }

    @Test("a machine that takes no time causes no division by zero")
    func atOnce() {
        var pace = RunPace()
        for _ in 0..<5 { pace.finish(at: .zero) }
        #expect(pace.perMinute == 600)
        #expect(pace.timeLeft(rows: 7) == .zero)
    }
}
