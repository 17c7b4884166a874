import SimulationKit
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

/// A tag taken away before every command and within every write.
@Suite("A tag that leaves")
struct SafeRemovalTests {
    static let options: ProgrammingOptions = [.overwrite, .force]

    @Test(
        "before command n: old, empty or new; within write n also unformatted; the next write succeeds",
        arguments: RemovalCase.all)
    func leaves(start: RemovalCase) async throws {
        var bench = start.bench
        #expect(await bench.write(.message(start.old), Self.options).report != nil)
        var whole = bench
        let outcome = await whole.write(.message(start.new), Self.options)
        let (commands, writes) = (outcome.counts.dataCommands, outcome.steps.count)
        #expect(writes > 1)
        #expect(writes == outcome.counts.pageWrites)

        var seen: Set<TagImage> = []
        var removals = 0
        for n in 0..<commands {
            let left = await remove(bench, start, .tagLeaves(beforeCommand: n))
            guard seen.insert(left.tag.image).inserted else { continue }
            try await check(left, start, mayBeUnformatted: false)
        }
        for n in 0..<writes {
            // Data pages are not read while the length is 0, so they need fewer attempts.
            let seeds = outcome.steps[n].reason == .data ? 2 : 10
            let tears = [TornWrite.old, .new] + (0..<seeds).map { .garbage(seed: UInt64(n * 16 + $0)) }
            for tear in tears {
                let left = await remove(bench, start, .tagLeaves(withinPageWrite: n, leaving: tear))
                removals += 1
                guard seen.insert(left.tag.image).inserted else { continue }
                try await check(left, start, mayBeUnformatted: true)
            }
        }
        print(
            "removal: \(start.testDescription): \(commands) commands, \(removals) within \(writes) writes, \(seen.count) states"
        )
    }

    /// The tag after an interrupted write.
    private func remove(_ bench: TagBench, _ start: RemovalCase, _ faults: FaultPlan) async -> TagBench {
        var left = bench
        let outcome = await left.write(.message(start.new), Self.options, faults: faults)
        #expect(outcome.error?.code == .tagLost)
        return left
    }

    /// A reader finds no mixed message, and the next write succeeds.
    private func check(_ left: TagBench, _ start: RemovalCase, mayBeUnformatted: Bool) async throws {
        let shown = try await left.inspect(.message)
        if shown.state == .unformatted {
            #expect(mayBeUnformatted)
        } else {
            #expect([start.old, [], start.new].contains(shown.message))
        }
        var repaired = left
        let outcome = await repaired.write(.message(start.new), Self.options)
        #expect(outcome.report != nil, "\(String(describing: outcome.error))")
        let after = try await repaired.inspect(.message)
        #expect(after.message == start.new)
        #expect(after.state == .readWrite)
    }

    @Test("formatting a blank tag can be cut short anywhere and done again", arguments: TagBench.chips)
    func formatting(chip: Type2Chip) async throws {
        let bench = TagBench(Type2Tag(chip: chip, uid: TagBench.uid))
        var whole = bench
        let counts = await whole.write(.format).counts
        #expect(try await whole.inspect().state == .initialized)
        for n in 0..<counts.pageWrites {
            for tear in [TornWrite.old, .new] + (1...8).map({ .garbage(seed: $0) }) {
                var left = bench
                _ = await left.write(.format, faults: .tagLeaves(withinPageWrite: n, leaving: tear))
                let again = await left.write(.format)
                #expect(again.report != nil)
                #expect(left.pages[3] == whole.pages[3])
                #expect(try await left.inspect().message == [])
            }
        }
    }
}
