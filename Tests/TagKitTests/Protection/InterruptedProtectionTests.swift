import SimulationKit
import TagSimulator
import TestSupport
import Testing

@testable import TagKit

/// A tag taken away before every command of a lock, a protection and an opening, and within every write.
@Suite("A lock or a protection that is interrupted")
struct InterruptedProtectionTests {
    @Test("before command n: the next run ends it, and the message stays", arguments: ProtectionCase.all)
    func beforeCommand(start: ProtectionCase) async throws {
        let bench = await start.bench()
        var whole = bench
        let outcome = await whole.protect(start.goal, ProtectionCase.password)
        #expect(outcome.error == nil)
        #expect(whole.pages[4...15] == bench.pages[4...15])
        for n in 0..<outcome.counts.dataCommands {
            var left = bench
            let cut = await left.protect(
                start.goal, ProtectionCase.password, faults: .tagLeaves(beforeCommand: n))
            #expect(cut.error?.code == .tagLost, "before command \(n)")
            let again = await left.protect(start.goal, ProtectionCase.password)
            #expect(again.error == nil, "behind command \(n): \(String(describing: again.error))")
            #expect(left.pages == whole.pages, "behind command \(n)")
        }
    }

    @Test("an answer lost at command n is asked for again", arguments: ProtectionCase.all)
    func lostAnswer(start: ProtectionCase) async throws {
        let bench = await start.bench()
        var whole = bench
        let outcome = await whole.protect(start.goal, ProtectionCase.password)
        for n in 0..<outcome.counts.dataCommands {
            var other = bench
            let result = await other.protect(
                start.goal, ProtectionCase.password, faults: FaultPlan([.command(n): .answerLost]))
            #expect(result.error == nil, "command \(n): \(String(describing: result.error))")
            #expect(other.pages == whole.pages, "command \(n)")
        }
    }

    @Test(
        "within write n: the next run ends it, or says why it never can; the message stays",
        arguments: ProtectionCase.all)
    func withinWrite(start: ProtectionCase) async throws {
        let bench = await start.bench()
        var whole = bench
        let outcome = await whole.protect(start.goal, ProtectionCase.password)
        var ended = 0
        for n in 0..<outcome.counts.pageWrites {
            for tear in [TornWrite.old, .new] + (0..<20).map({ .garbage(seed: UInt64(n * 100 + $0)) }) {
                var left = bench
                _ = await left.protect(
                    start.goal, ProtectionCase.password,
                    faults: .tagLeaves(withinPageWrite: n, leaving: tear))
                #expect(left.pages[4...15] == bench.pages[4...15], "write \(n), \(tear)")
                let again = await left.protect(start.goal, ProtectionCase.password)
                guard let error = again.error else {
                    ended += 1
                    continue
                }
                // Garbage in ACCESS may have set CFGLCK, garbage in AUTH0 may have closed a tag whose password was
                // not written yet.
                #expect(
                    [.readOnly, .passwordProtected, .mirrorOn].contains(error.code) && tear != .old
                        && tear != .new, "write \(n), \(tear): \(error)")
            }
        }
        print("torn: \(start.testDescription): \(ended) of \(outcome.counts.pageWrites * 22) ended")
    }
}
