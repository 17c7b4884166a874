import Foundation
import TagDumps
import TagKit
import TagReaders
import TagSimulator

/// The real libnfc on one thread, the virtual PN532 on another, and tasks that are canceled while they wait.
enum ReaderRaces {
    private static func tag() throws -> any VirtualTag {
        guard let image = TagImage.factory(product: "NTAG213", uid: [4, 1, 2, 3, 4, 5, 6]) else {
            throw Surprise(description: "there is no NTAG213")
        }
        return try makeVirtualTag(from: image)
    }

    /// Cancels tasks that wait for a tag, and tasks that read one.
    static func canceling() async throws {
        let chip = try VirtualReader(VirtualField())
        defer { chip.stop() }
        let reader = try await LibNFCReader.open(connstring: chip.connstring)
        for round in 1...5 {
            let waiting = Task { try await reader.select(within: .seconds(60)) }
            try await Task.sleep(for: .milliseconds(20 * round))
            waiting.cancel()
            if case .success = await waiting.result { throw Surprise(description: "a tag came from nowhere") }
        }
        let tag = try tag()
        chip.change { $0.insert(tag) }
        for round in 1...5 {
            _ = try await reader.select(within: .seconds(10))
            let reading = Task {
                while true { _ = try await reader.send(.read(page: 4)) }
            }
            async let looking: Void = onThreads(2) { _ in
                for _ in 0..<100 {
                    _ = chip.statistics
                    _ = chip.field.presentCount
                }
            }
            try await Task.sleep(for: .milliseconds(10 * round))
            reading.cancel()
            if case .failure(let error) = await reading.result, (error as? TagError)?.code != .cancelled {
                throw error
            }
            await looking
        }
        await reader.close()
        let count = chip.field.counts.dataCommands
        try Surprise.unless(count > 10, "the tag heard \(count) commands")
    }

    /// Records one reader, and replays the trace with several readers at once.
    static func replaying() async throws {
        try await withFolder { folder in
            let path = folder + "/session.trace"
            let chip = try VirtualReader(VirtualField([try tag()]))
            defer { chip.stop() }
            let recorder = try TraceRecorder(path: path)
            let reader = await RecordingReader(
                try await LibNFCReader.open(connstring: chip.connstring), to: recorder)
            _ = try await reader.select(within: .seconds(10))
            for page in 0..<8 { _ = try await reader.send(.read(page: UInt8(page * 4))) }
            await reader.close()
            try await recorder.finish()

            let trace = try Trace(path: path)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    let replay = ReplayReader(trace)
                    group.addTask {
                        _ = try await replay.select(within: .seconds(1))
                        for page in 0..<8 { _ = try await replay.send(.read(page: UInt8(page * 4))) }
                        try Surprise.unless(await replay.isAtEnd, "the replay has not ended")
                    }
                    group.addTask {
                        for _ in 0..<100 { _ = replay.capabilities }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
