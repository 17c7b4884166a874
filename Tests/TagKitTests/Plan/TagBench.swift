import SimulationKit
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

/// A virtual tag that is written, read and taken away as a person would do it.
struct TagBench: Sendable {
    /// The tag in its current state.
    var tag: any VirtualTag

    static let uid = hex("04 39 91 C2 FC 67 80")
    /// Every supported Type 2 chip, as simulated.
    static let chips = Type2Chip.all

    init(_ tag: any VirtualTag) { self.tag = tag }

    /// A Type 2 tag with a valid container, whose data area begins with `area`.
    init(_ chip: Type2Chip, area: [UInt8] = [], change: (inout [UInt8]) -> Void = { _ in }) {
        var memory = chip.factoryMemory(uid: Self.uid)
        let container = Chip.supportedType2.first { $0.memory?.pageCount == chip.pageCount }?.memory?
            .container
        memory.replaceSubrange(12..<16, with: container ?? [])
        memory.replaceSubrange(16..<16 + area.count, with: area)
        change(&memory)
        tag = Type2Tag(chip: chip, uid: Self.uid, memory: memory)
    }

    /// The NDEF message `D1 01 … 55 …` of exactly this size: one URI record, short or long depending on the
    /// size.
    static func message(_ count: Int, fill: UInt8 = 0x61) -> [UInt8] {
        precondition(count >= 6, "a URI record has at least 6 bytes")
        if count - 4 <= 255 {
            return [0xD1, 0x01, UInt8(count - 4), 0x55, 0x04] + [UInt8](repeating: fill, count: count - 5)
        }
        let payload = count - 7
        return [0xC1, 0x01, 0, 0, UInt8(payload >> 8), UInt8(payload & 0xFF), 0x55, 0x04]
            + [UInt8](repeating: fill, count: count - 8)
    }

    /// The result of inspecting the tag.
    func inspect(_ depth: TagSession.Depth = .inspection) async throws -> TagSnapshot {
        try await TagSession(DirectReader(tag)).inspect(depth)
    }

    /// The result of one run of a plan on the tag.
    struct Outcome: Sendable {
        var report: WriteReport?
        var error: TagError?
        var counts: FieldCounts
        var steps: [ProgrammingStep] = []
    }

    /// Inspects the tag, makes a plan and executes it. The bench keeps the resulting tag.
    mutating func write(
        _ goal: ProgrammingGoal, _ options: ProgrammingOptions = .overwrite, faults: FaultPlan = FaultPlan()
    ) async -> Outcome {
        let reader = DirectReader(tag, faults: faults)
        let session = TagSession(reader)
        var outcome = Outcome(counts: await reader.field.counts)
        do throws(TagError) {
            let snapshot = try await session.inspect(Self.depth(goal, options))
            let plan = try ProgrammingPlan(snapshot, goal, options: options)
            outcome.steps = plan.steps
            outcome.report = try await session.execute(plan)
        } catch {
            outcome.error = error
        }
        let field = await reader.field
        outcome.counts = field.counts
        tag = field.tags[0]
        return outcome
    }

    private static func depth(_ goal: ProgrammingGoal, _ options: ProgrammingOptions) -> TagSession.Depth {
        if options.contains(.wipe) { return .wholeArea }
        switch goal {
        case .message(let message): return .writing(messageBytes: message.count)
        case .erase, .format: return .writing(messageBytes: 0)
        case .restore: return .wholeArea
        }
    }

    /// The pages of a Type 2 tag.
    var pages: [[UInt8]] {
        guard let tag = tag as? Type2Tag else { return [] }
        return stride(from: 0, to: tag.memory.count, by: 4).map { Array(tag.memory[$0..<$0 + 4]) }
    }
}
