import SimulationKit
import Testing

@testable import TagSimulator

@Suite("Lines of a script")
struct ScenarioLineTests {
    @Test(
        "mean these faults and events",
        arguments: [
            ("command 5: tag leaves", .fault(.command(5), .tagLeaves(.old))),
            ("command 0: answer lost", .fault(.command(0), .answerLost)),
            ("command 1: answer late 70 ms", .fault(.command(1), .answerLate(microseconds: 70_000))),
            ("command 2:answer  bit 13", .fault(.command(2), .bitError(bit: 13))),
            ("command 3: reader stalls", .fault(.command(3), .readerStalls)),
            ("command 4: reader vanishes", .fault(.command(4), .readerVanishes)),
            ("write 3: tag leaves old", .fault(.pageWrite(3), .tagLeaves(.old))),
            ("write 3: tag leaves new", .fault(.pageWrite(3), .tagLeaves(.new))),
            ("write 3: tag leaves garbage 17", .fault(.pageWrite(3), .tagLeaves(.garbage(seed: 17)))),
            ("frame 4: reader stalls", .lineFault(frame: 4, .stalls)),
            ("frame 4: reader vanishes", .lineFault(frame: 4, .vanishes)),
            ("frame 4: answer late 7 ms", .lineFault(frame: 4, .answersLate(microseconds: 7_000))),
            ("frame 4: answer bit 3", .lineFault(frame: 4, .flipsAnswerBit(3))),
            ("frame 4: ack bit 3", .lineFault(frame: 4, .flipsAcknowledgementBit(3))),
            ("0 ms: put my tag.nfc", .event(atMicroseconds: 0, .put("my tag.nfc"))),
            ("800 ms: take away", .event(atMicroseconds: 800_000, .takeAway)),
            ("1500 ms: put back", .event(atMicroseconds: 1_500_000, .putBack)),
        ] as [(String, ScenarioLine)])
    func meaning(line: String, expected: ScenarioLine) {
        #expect(ScenarioLine(line) == expected)
    }

    @Test("a seed means one fault of any kind, the same each time")
    func seeds() {
        var seen: Set<ScenarioLine> = []
        for seed in 0..<200 {
            let line = "seed \(seed): 20 commands 13 writes"
            guard let first = ScenarioLine(line) else {
                Issue.record("\(line) means nothing")
                continue
            }
            #expect(ScenarioLine(line) == first)
            seen.insert(first)
        }
        #expect(seen.count > 100)
    }

    @Test(
        "that mean nothing are refused",
        arguments: [
            "", ":", "command 5", "command: tag leaves", "command -1: tag leaves", "command 5: tag",
            "command 5: tag leaves old", "command 5: answer late 70", "command 1000001: tag leaves",
            "command 99999999999999999999: tag leaves", "write 3: tag leaves", "write 3: tag leaves garbage",
            "write 3: answer lost", "frame 4: answer lost", "frame 4: ack", "5 ms: put", "5 ms: take",
            "-5 ms: take away", "5 s: take away", "seed 1: 2 commands", "seed -1: 2 commands 3 writes",
            "command 5: tag leaves: now",
        ])
    func refused(line: String) {
        #expect(ScenarioLine(line) == nil)
    }
}
