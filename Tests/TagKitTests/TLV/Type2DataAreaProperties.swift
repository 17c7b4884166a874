import SimulationKit
import TagKit
import TestSupport
import Testing

@Suite("Random Type 2 data areas")
struct Type2DataAreaProperties {
    @Test("of any bytes keep all promises", arguments: propertySeeds)
    func noise(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let kinds: [UInt8] = [0x00, 0x01, 0x02, 0x03, 0xFD, 0xFE, 0xFF]
            let bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                switch Int.random(in: 0...2, using: &generator) {
                case 0: kinds[Int.random(in: 0..<kinds.count, using: &generator)]
                case 1: UInt8.random(in: 0...12, using: &generator)
                default: UInt8.random(in: .min ... .max, using: &generator)
                }
            }
            if let problem = tlvProblem(bytes) { Issue.record("\(bytes): \(problem)") }
        }
    }

    @Test("cut anywhere or with any bit turned keep all promises", arguments: propertySeeds)
    func damage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let message = try generator.message().encoded()
        let layout = try NDEFMessageLayout(messageBytes: message.count, at: 5, reserved: [], areaBytes: 2_040)
        var area = hex("01 03 A0 0C 34") + [UInt8](repeating: 0, count: (layout.terminatorOffset ?? 0) - 4)
        layout.write(message, into: &area)
        for _ in 0..<20 {
            var damaged = Array(area[..<Int.random(in: 0...area.count, using: &generator)])
            if let problem = tlvProblem(damaged) { Issue.record("\(damaged): \(problem)") }
            damaged = area
            damaged[Int.random(in: 0..<area.count, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
            if let problem = tlvProblem(damaged) { Issue.record("\(damaged): \(problem)") }
        }
    }
}
