import Foundation
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

@Suite("A session over libnfc is recorded", .serialized, .ownThread)
struct LibNFCTraceTests {
    /// Runs a session with every kind of response, and returns the result of each step.
    private func session(_ reader: any TagReader) async -> [String] {
        var log: [String] = []
        func step(_ body: () async throws -> Any) async {
            do { log.append("\(try await body())") } catch {
                log.append("\((error as? TagError)?.code as Any)")
            }
        }
        await step { try await reader.select(within: .seconds(1)) }
        await step { try await reader.send(.getVersion) }
        await step { try await reader.send(.write(page: 5, data: hex("03 00 FE 00"))) }
        await step { try await reader.send(.read(page: 200)) }
        await step { try await reader.reselect() }
        await step { try await reader.send(.fastRead(first: 0, last: 44)) }
        await step { try await reader.waitForRemoval(within: .zero) }
        return log
    }

    @Test("and played again without the reader it gives equal answers")
    func replays() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).trace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let recorded = try await LibNFCBench.run(["NTAG213"]) { bench in
            let recorder = try TraceRecorder(path: path)
            let reader = await RecordingReader(bench.reader, to: recorder)
            let log = await session(reader)
            await reader.close()
            try await recorder.finish()
            return log
        }
        let replay = ReplayReader(try Trace(path: path))
        #expect(await session(replay) == recorded)
        #expect(await replay.isAtEnd)
        #expect(recorded.count == 7)
    }
}
