import SimulationKit
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

/// A tag taken away before every command and within every write, over the reader's own protocol.
@Suite("A tag that leaves")
struct SafeRemovalTests {
    /// One tag, what stands on it and what shall.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var bench: TagBench
        var old: [UInt8]
        var new: [UInt8]
        var options: ProgrammingOptions = [.overwrite, .force]

        var testDescription: String { "\(name), \(old.count) to \(new.count) bytes" }
    }

    static let cases: [Case] = {
        let short = TagBench.message(20)
        let other = TagBench.message(37, fill: 0x62)
        var cases = TagBench.chips.map { chip -> Case in
            let front = Chip.supportedType2.first { $0.memory?.pageCount == chip.pageCount }?.memory?
                .controlTLVs
            let area = (front ?? []) + [0x03, UInt8(short.count)] + short + [0xFE]
            return Case(name: chip.product, bench: TagBench(chip, area: area), old: short, new: other)
        }
        for nulls in 0...3 {
            let front = [UInt8](repeating: 0, count: nulls)
            let long = TagBench.message(270, fill: 0x63)
            let longArea = front + [0x03, 0xFF, 0x01, 0x0E] + long + [0xFE]
            let shortArea = front + [0x03, UInt8(short.count)] + short + [0xFE]
            let name = "NTAG215 with \(nulls) NULL TLVs"
            cases.append(Case(name: name, bench: TagBench(.ntag215, area: longArea), old: long, new: short))
            cases.append(Case(name: name, bench: TagBench(.ntag215, area: shortArea), old: short, new: long))
        }
        cases += TagBench.typeFour.map { Case(name: $0.product, bench: $0.bench, old: [], new: other) }
        cases.append(Case(name: "Classic 1K", bench: TagBench.classic, old: [], new: other))
        return cases
    }()

    @Test("before command n: old, empty or new; the next write succeeds", arguments: cases)
    func beforeCommands(start: Case) async throws {
        var bench = start.bench
        if start.old.isEmpty {
            #expect(await bench.write(.message(TagBench.message(30)), start.options).report != nil)
        }
        let old = try await bench.look(.message).message ?? []
        var whole = bench
        let count = await whole.write(.message(start.new), start.options).counts.dataCommands
        #expect(count > 0)
        for n in 0..<count where n < 12 || n % 7 == 0 || n > count - 4 {
            var left = bench
            let faults = FaultPlan.tagLeaves(beforeCommand: n)
            #expect(
                await left.write(.message(start.new), start.options, faults: faults).error?.code == .tagLost)
            let shown = try await left.look(.message)
            #expect(shown.state != .unformatted)
            #expect([old, [], start.new].contains(shown.message))
            try await expectRepair(left, start)
        }
    }

    @Test("within write n: old, empty, new or unformatted; the next write succeeds", arguments: cases)
    func withinWrites(start: Case) async throws {
        var bench = start.bench
        if start.old.isEmpty {
            #expect(await bench.write(.message(TagBench.message(30)), start.options).report != nil)
        }
        let old = try await bench.look(.message).message ?? []
        var whole = bench
        let count = await whole.write(.message(start.new), start.options).counts.pageWrites
        #expect(count > 0)
        for n in 0..<count where n < 4 || n % 9 == 0 || n > count - 3 {
            let tears: [Tear] = [.old, .new] + (1...4).map { .garbage(seed: $0 &+ UInt64(n) * 16) }
            for tear in tears {
                var left = bench
                let faults = FaultPlan.tagLeaves(withinPageWrite: n, leaving: tear)
                #expect(
                    await left.write(.message(start.new), start.options, faults: faults).error?.code
                        == .tagLost)
                let shown = try await left.look(.message)
                #expect(shown.state == .unformatted || [old, [], start.new].contains(shown.message))
                try await expectRepair(left, start)
            }
        }
    }

    @Test("formatting a blank tag can be cut short anywhere and done again", arguments: TagBench.chips)
    func formatting(chip: Type2Chip) async throws {
        let bench = TagBench(Type2Tag(chip: chip, uid: TagBench.uid))
        var whole = bench
        let counts = await whole.write(.format).counts
        #expect(try await whole.look().state == .initialized)
        for n in 0..<counts.pageWrites {
            for tear in [Tear.old, .new, .garbage(seed: 1), .garbage(seed: 2), .garbage(seed: 3)] {
                var left = bench
                _ = await left.write(.format, faults: .tagLeaves(withinPageWrite: n, leaving: tear))
                let again = await left.write(.format)
                #expect(again.report?.verified == true)
                #expect(left.pages[3] == whole.pages[3])
                #expect(try await left.look().message == [])
            }
        }
    }

    private func expectRepair(_ bench: TagBench, _ start: Case) async throws {
        var bench = bench
        let outcome = await bench.write(.message(start.new), start.options)
        #expect(outcome.error == nil)
        #expect(outcome.report?.verified == true)
        let shown = try await bench.look(.message)
        #expect(shown.message == start.new)
        #expect(shown.state == .readWrite)
    }
}
