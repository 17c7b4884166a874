import SimulationKit
import TagKit
import TagReaders
import TagSecurity
import TagSimulator
import TestSupport
import Testing

@Suite("libnfc's reader programs an NTAG 424 DNA", .serialized, .ownThread)
struct LibNFCProvingTests {
    private static let url = "https://appclip.tap.giving/Grace?f=7&r=0&" + SUNPlaceholders.text

    private static func secret() -> BatchSecret {
        var generator = SeededGenerator(seed: 1)
        return BatchSecret(from: &generator)
    }

    private static func program(_ reader: LibNFCReader) async throws -> SUNProgramming.Report {
        let message = try NDEFMessage([URIRecord(url).record()]).encoded()
        return try await SUNProgramming(reader, secret: secret()) { Array(0x30...0x3F) }
            .run(message: message, within: .seconds(2))
    }

    @Test("from the factory to a proved tap; once more changes nothing")
    func fresh() async throws {
        try await LibNFCBench.run(["NTAG 424 DNA"]) { bench in
            let report = try await Self.program(bench.reader)
            #expect(report.changedKeys == [1, 2, 3, 4, 0])
            #expect(report.tap.uid == LibNFCBench.uid(0))
            #expect(report.tap.counter == 1)
            let again = try await Self.program(bench.reader)
            #expect(again.writes == 0)
            #expect(again.tap.counter > report.tap.counter)
        }
    }

    @Test("taken away after every few commands and put back, it is ended by the next run")
    func interrupted() async throws {
        var stops = 0
        for command in stride(from: 3, to: 80, by: 8) {
            try await LibNFCBench.run(["NTAG 424 DNA"], faults: .tagLeaves(beforeCommand: command)) { bench in
                let code = await bench.code { try await Self.program(bench.reader) }
                // Without an error it was done before that command.
                guard let code else { return }
                stops += 1
                #expect([.tagLost, .noTag].contains(code), "before command \(command)")
                bench.chip.change { $0.putBack() }
                let report = try await Self.program(bench.reader)
                #expect(report.tap.uid == LibNFCBench.uid(0), "before command \(command)")
            }
        }
        #expect((5..<10).contains(stops))
    }
}
