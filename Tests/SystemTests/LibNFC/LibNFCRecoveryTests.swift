import SimulationKit
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

/// A busy computer: responses of a working reader that are late or broken once.
@Suite("libnfc's reader recovers", .serialized, .ownThread)
struct LibNFCRecoveryTests {
    private static let late: LineFault = .answersLate(microseconds: 900_000)
    private static let faults: [LineFault] = [late, .flipsAcknowledgementBit(20), .cutsAnswer(bytes: 5)]

    @Test("from a lost response to a command that reads: the session repeats it", arguments: faults)
    func reads(fault: LineFault) async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            let session = TagSession(bench.reader)
            _ = try await session.inspect(within: .seconds(1))
            bench.chip.disturbNext(fault)
            let reading = try await session.readSignature()
            #expect(reading == .signature([UInt8](repeating: 0, count: 32)))
        }
    }

    @Test("from a lost response to a WRITE: the page is read, and is not written again", arguments: faults)
    func writes(fault: LineFault) async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            let session = TagSession(bench.reader)
            let depth = TagSession.Depth.writing(messageBytes: givingMessage.count)
            let plan = try ProgrammingPlan(
                try await session.inspect(depth, within: .seconds(1)), .message(givingMessage))
            let before = bench.chip.statistics.pageWrites
            bench.chip.disturbNext(fault)
            let report = try await session.execute(plan)
            #expect(bench.chip.statistics.pageWrites - before == report.pagesWritten)
            #expect(try await TagSession(bench.reader).inspect().message == givingMessage)
        }
    }

    @Test("but not from the same broken response again and again")
    func persistent() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            try await bench.select()
            for expected in [TagError.Code.tagLost, .readerProtocol, .readerProtocol] {
                bench.chip.disturbNext(.flipsAcknowledgementBit(20))
                let (code, _) = await bench.failure { try await bench.reader.send(.getVersion) }
                #expect(code == expected)
                try await bench.reader.reselect()
            }
            #expect(try await bench.reader.send(.getVersion).count == 8)
        }
    }
}
