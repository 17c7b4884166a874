import SimulationKit
import Testing

@Suite("Seeded generator")
struct SeededGeneratorTests {
    /// The first numbers of SplitMix64 that are published for this seed.
    @Test("generates the numbers of SplitMix64")
    func reference() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test("fault plans of many seeds cover every kind of fault, within the session")
    func plans() {
        var generator = SeededGenerator(seed: 1)
        var kinds: Set<String> = []
        for _ in 0..<500 {
            let plan = FaultPlan.drawn(from: &generator, commands: 7, pageWrites: 3)
            #expect(plan.faults.count == 1)
            for (moment, fault) in plan.faults {
                switch moment {
                case .command(let number): #expect((0..<7).contains(number))
                case .pageWrite(let number): #expect((0..<3).contains(number))
                }
                switch fault {
                case .tagLeaves(.old): kinds.insert("leaves \(moment == .pageWrite(0))")
                case .tagLeaves(.new): kinds.insert("new")
                case .tagLeaves(.garbage): kinds.insert("garbage")
                case .answerLost: kinds.insert("lost")
                case .answerLate: kinds.insert("late")
                case .bitError: kinds.insert("bit")
                case .readerStalls: kinds.insert("stalls")
                case .readerVanishes: kinds.insert("vanishes")
                }
            }
        }
        #expect(kinds.count == 9)
    }
}
