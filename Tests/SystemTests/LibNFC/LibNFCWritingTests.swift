import SimulationKit
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

@Suite("A giving URL is written over libnfc", .serialized, .ownThread)
struct LibNFCWritingTests {
    /// `https://appclip.tap.giving/WoodlandsChurch?f=1&r=1`
    private static let message = uriMessage("appclip.tap.giving/WoodlandsChurch?f=1&r=1")
    private static let oldMessage = uriMessage("appclip.tap.giving/Grace?f=7")

    private static func uriMessage(_ rest: String) -> [UInt8] {
        [0xD1, 0x01, UInt8(rest.utf8.count + 1), 0x55, 0x04] + rest.utf8
    }

    private func write(_ message: [UInt8], _ bench: LibNFCBench) async throws {
        let session = TagSession(bench.reader)
        let snapshot = try await session.inspect(.writing(messageBytes: message.count), within: .seconds(1))
        _ = try await session.execute(ProgrammingPlan(snapshot, .message(message), options: .overwrite))
    }

    // G1-25
    @Test(
        "on a blank NTAG213 with 17 data commands, 13 page writes and at most 160 ms modelled; then with none"
    )
    func cost() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            let opened = bench.chip.statistics
            try await write(Self.message, bench)
            let first = bench.chip.statistics.since(opened)
            #expect(first.dataCommands <= 17)
            #expect(first.pageWrites == 13)
            #expect(first.modelledMicroseconds <= 160_000)

            let written = bench.chip.statistics
            try await write(Self.message, bench)
            #expect(bench.chip.statistics.since(written).pageWrites == 0)

            let again = bench.chip.statistics
            let snapshot = try await TagSession(bench.reader).inspect(within: .seconds(1))
            #expect(snapshot.message == Self.message)
            #expect(bench.chip.statistics.since(again).dataCommands <= 3)
        }
    }

    @Test("on a chip that claims FAST_READ and refuses it, by READ")
    func withoutFastRead() async throws {
        var copy = Type2Tag(chip: .ntag213, uid: LibNFCBench.uid(0))
        copy.defects = [.noFastRead]
        let chip = try VirtualReader(VirtualField([copy]))
        defer { chip.stop() }
        let reader = try await LibNFCReader.open(connstring: chip.connstring)
        let bench = LibNFCBench(chip: chip, reader: reader)
        try await write(Self.message, bench)
        #expect(try await TagSession(reader).inspect(within: .seconds(1)).message == Self.message)
        await reader.close()
    }

    @Test(
        "and the tag is taken away before each command: it holds one message or none, and the next write repairs it"
    )
    func removal() async throws {
        for command in 0..<40 {
            let isDone = try await LibNFCBench.run(["NTAG213"]) { bench in
                try await write(Self.oldMessage, bench)
                let start = bench.chip.statistics.dataCommands
                bench.chip.change { $0.faults = .tagLeaves(beforeCommand: start + command) }
                do {
                    try await write(Self.message, bench)
                    return true
                } catch let error as TagError {
                    #expect(error.code == .tagLost, "command \(command): \(error)")
                }
                bench.chip.change { $0.faults = FaultPlan() }
                bench.chip.change { $0.putBack() }
                let snapshot = try await TagSession(bench.reader).inspect(within: .seconds(1))
                #expect([[], Self.oldMessage, Self.message].contains(snapshot.message), "command \(command)")
                try await write(Self.message, bench)
                return false
            }
            if isDone {
                // Selection, length 0, data, length, read-back: no correct write has fewer steps.
                #expect(command >= 10)
                return
            }
        }
        Issue.record("the write never ended")
    }
}
