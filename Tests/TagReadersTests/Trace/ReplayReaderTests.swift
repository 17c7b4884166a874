import Foundation
import Synchronization
import TagKit
import TestSupport
import Testing
import TextKit

@testable import TagReaders

@Suite("A recorded session")
struct ReplayReaderTests {
    private static let tag = SelectedTag(
        atqa: 0x0344, sak: 0x20, uid: hex("04 11 22 33 44 55 66"), ats: hex("77 80"))

    /// Records a session of every action, with a clock that advances by 1.5 ms each time it is read.
    private func recordSession() async throws -> (text: String, trace: Trace) {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let recorder = try TraceRecorder(path: path)
        let clock = Ticks()
        let base = ScriptedReader(
            tag: .success(Self.tag),
            answers: [
                .success(hex("03 00 FE")), .success([]), .failure(TagError(.nak, "refused", remedy: "stop")),
            ])
        let reader = await RecordingReader(base, to: recorder) { clock.next() }
        _ = try await session(reader)
        await reader.close()
        try await recorder.finish()
        return (try String(contentsOfFile: path, encoding: .utf8), try Trace(path: path))
    }

    /// Runs every operation of a reader; returns the results as text.
    @discardableResult
    private func session(_ reader: some TagReader) async throws -> [String] {
        var log = [String(describing: try await reader.select(within: .seconds(1)))]
        log.append(Hex.lower(try await reader.send(.read(page: 4))))
        log.append(Hex.lower(try await reader.send(.write(page: 4, data: hex("01 02 03 04")))))
        for refused in [
            try await error { try await reader.send(.read(page: 99)) },
            try await error { try await reader.waitForRemoval(within: .seconds(9)) },
        ] {
            log.append("\(refused.code) \(refused.summary) \(refused.reason) \(refused.remedy)")
        }
        try await reader.reselect()
        return log
    }

    private func error(_ body: () async throws -> Any) async throws -> TagError {
        do { _ = try await body() } catch let error as TagError { return error }
        throw TagError(.notAllowedHere, "no error came")
    }

    @Test("is one line for each thing asked")
    func text() async throws {
        let lines = try await recordSession().text.split(separator: "\n")
        #expect(lines.count == 8)
        #expect(lines[0] == #"{"at_ms":0,"capabilities":3,"do":"open","ms":0,"reader":"scripted"}"#)
        #expect(
            lines[2]
                == #"{"answer":"0300fe","at_ms":4.5,"bytes":"3004","command":"READ","do":"send","ms":1.5}"#)
        #expect(lines[7] == #"{"at_ms":19.5,"do":"close","ms":1.5}"#)
    }

    @Test("gives equal answers and errors when it is played again")
    func replays() async throws {
        let (_, trace) = try await recordSession()
        let base = ScriptedReader(
            tag: .success(Self.tag),
            answers: [
                .success(hex("03 00 FE")), .success([]), .failure(TagError(.nak, "refused", remedy: "stop")),
            ])
        let replay = ReplayReader(trace)
        #expect(replay.name == "replay of scripted")
        #expect(replay.capabilities == base.capabilities)
        #expect(try await session(replay) == (try await session(base)))
        #expect(await replay.isAtEnd)
        let ended = try await error { try await replay.send(.getVersion) }
        #expect(ended.code == .readerProtocol)
        #expect(ended.summary == "the trace has ended")
    }

    @Test("names both commands where the session goes another way")
    func differs() async throws {
        let (_, trace) = try await recordSession()
        let replay = ReplayReader(trace)
        _ = try await replay.select(within: .seconds(1))
        let other = try await error { try await replay.send(.read(page: 5)) }
        #expect(other.code == .readerProtocol)
        #expect(other.reason == "READ 3005 was requested, but the next line of the trace is READ 3004")
        let kind = try await error { try await replay.reselect() }
        #expect(kind.reason == "a tag reselection was requested, but the next line of the trace is READ 3004")
        #expect(try await replay.send(.read(page: 4)) == hex("03 00 FE"))
    }
}

/// A clock that advances each time it is read.
private final class Ticks: Sendable {
    private let count = Mutex(-1)

    func next() -> Duration {
        count.withLock {
            $0 += 1
            return .microseconds($0 * 1500)
        }
    }
}
