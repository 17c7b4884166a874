import SimulationKit
import TagKit
import TagSimulator
import TestSupport
import Testing

@testable import TagReaders

@Suite("A giving URL is written through a PC/SC reader")
struct PCSCTearTests {
    private static let uid = hex("04 11 22 33 44 55 66")
    private static let message = uriMessage("appclip.tap.giving/WoodlandsChurch?f=1&r=1")
    private static let oldMessage = uriMessage("appclip.tap.giving/Grace?f=7")

    private static func uriMessage(_ rest: String) -> [UInt8] {
        [0xD1, 0x01, UInt8(rest.utf8.count + 1), 0x55, 0x04] + rest.utf8
    }

    private func write(_ message: [UInt8], _ reader: InProcessReader) async throws {
        let session = TagSession(reader)
        let snapshot = try await session.inspect(.writing(messageBytes: message.count))
        _ = try await session.execute(ProgrammingPlan(snapshot, .message(message), options: .overwrite))
    }

    /// The contents of the tag after a fault, and whether the next write completes it.
    private struct Left {
        /// The message; nil if a garbage page leaves none.
        var held: [UInt8]?
        var isWhole: Bool
    }

    /// The contents after a fault; nil if the write had ended before it.
    private func interrupted(_ manner: ReaderManner, _ faults: FaultPlan) async throws -> Left? {
        let reader = InProcessReader(Type2Tag(chip: .ntag213, uid: Self.uid), manner)
        try await write(Self.oldMessage, reader)
        let (commands, writes) = await reader.counts
        await reader.change { $0.faults = faults.later(commands: commands, writes: writes) }
        do {
            try await write(Self.message, reader)
            return nil
        } catch let error as TagError {
            #expect(error.code == .tagLost, "\(manner): \(error)")
        }
        await reader.change { field in
            field.faults = FaultPlan()
            field.putBack()
        }
        let held = try await TagSession(reader).inspect().message
        try await write(Self.message, reader)
        return Left(held: held, isWhole: try await TagSession(reader).inspect().message == Self.message)
    }

    @Test(
        "and the tag is taken away before each command: it holds one message or none, and the next write repairs it",
        arguments: ReaderManner.allCases)
    func removal(manner: ReaderManner) async throws {
        for command in 0..<80 {
            guard let left = try await interrupted(manner, .tagLeaves(beforeCommand: command)) else {
                #expect(command >= 10)
                return
            }
            #expect([[], Self.oldMessage, Self.message].contains(left.held), "command \(command)")
            #expect(left.isWhole, "command \(command)")
        }
        Issue.record("the write never ended")
    }

    @Test("or within each page write", arguments: ReaderManner.allCases)
    func tear(manner: ReaderManner) async throws {
        for write in 0..<40 {
            for tear in [TornWrite.old, .new, .garbage(seed: UInt64(write))] {
                let left = try await interrupted(
                    manner, .tagLeaves(withinPageWrite: write, leaving: tear))
                guard let left else {
                    #expect(write >= 8)
                    return
                }
                // Garbage in the first pages is not a message, and the next write repairs it too.
                if tear == .old || tear == .new {
                    #expect([[], Self.oldMessage, Self.message].contains(left.held), "write \(write)")
                }
                #expect(left.isWhole, "write \(write), \(tear)")
            }
        }
        Issue.record("the write never ended")
    }
}

extension InProcessReader {
    fileprivate var counts: (commands: Int, writes: Int) {
        (card.chip.field.counts.dataCommands, card.chip.field.counts.pageWrites)
    }
}

extension FaultPlan {
    /// The same faults, counted from a later moment on.
    fileprivate func later(commands: Int, writes: Int) -> FaultPlan {
        var plan = FaultPlan()
        for (moment, fault) in faults {
            switch moment {
            case .command(let n): plan.faults[.command(n + commands)] = fault
            case .pageWrite(let n): plan.faults[.pageWrite(n + writes)] = fault
            }
        }
        return plan
    }
}
