import DatabaseKit
import TagRegistry
import Testing

@Suite struct SeenTapTests {
    @Test("a counter that is not greater than the greatest seen is a replay")
    func replays() async throws {
        let file = try RegistryFile()
        let taps = try await file.write { transaction in
            try [5, 5, 4, 6].enumerated().map { index, counter in
                try transaction.record(
                    SeenTap(
                        id: "tap_\(index)", uid: "04AA", evidence: .mirror, counter: counter, time: noon))
            }
        }
        #expect(taps.map(\.isReplay) == [false, true, true, false])
        let (kept, highest) = try await file.database.read { transaction in
            (
                try transaction.seenTaps(uid: "04AA", tagID: nil, limit: 9),
                try transaction.highestCounter(ofUID: "04AA", by: .mirror)
            )
        }
        #expect(kept == taps.reversed())
        #expect(highest == 6)
    }

    @Test("a typed mirror cannot make a proved tap a replay")
    func evidencesAreApart() async throws {
        let file = try RegistryFile()
        let proved = try await file.write { transaction in
            try transaction.record(
                SeenTap(id: "tap_1", uid: "04AA", evidence: .mirror, counter: 0xFFFFFF, time: noon))
            return try transaction.record(
                SeenTap(id: "tap_2", uid: "04AA", evidence: .sun, counter: 1, time: noon))
        }
        #expect(!proved.isReplay)
    }

    @Test("programs that race take each counter once")
    func racingTaps() async throws {
        let file = try RegistryFile()
        let programs = try (0..<4).map { _ in try file.openedAgain() }
        let fresh = try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, program) in programs.enumerated() {
                group.addTask {
                    var fresh = 0
                    for counter in 1...20 as ClosedRange<UInt32> {
                        let tap = SeenTap(
                            id: "tap_\(number)_\(counter)", uid: "04AA", evidence: .sun, counter: counter,
                            time: noon)
                        if try await program.write({ try !$0.record(tap).isReplay }) { fresh += 1 }
                    }
                    return fresh
                }
            }
            return try await group.reduce(0, +)
        }
        #expect((1...20).contains(fresh))
        #expect(try await file.database.read { try $0.highestCounter(ofUID: "04AA", by: .sun) } == 20)
    }
}
