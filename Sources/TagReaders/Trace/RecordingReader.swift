import FileKit
import Foundation
public import TagKit
import TextKit

/// A reader that forwards every request to another reader, and records the requests and responses.
public struct RecordingReader: TagReader {
    /// The name of the underlying reader.
    public var name: String { reader.name }
    /// The capabilities of the underlying reader.
    public var capabilities: ReaderCapabilities { reader.capabilities }

    private let reader: any TagReader
    private let recorder: TraceRecorder
    private let now: @Sendable () -> Duration
    private let start: Duration
    private let capabilitiesAtFirst: ReaderCapabilities

    /// Creates a reader that records the session of `reader`. The first line of the trace contains the reader's name.
    ///
    /// - Parameters:
    ///   - reader: The reader that carries out the requests.
    ///   - recorder: The writer of the trace.
    ///   - now: A clock. Only differences between its values matter.
    public init(
        _ reader: any TagReader, to recorder: TraceRecorder,
        now: @escaping @Sendable () -> Duration = RecordingReader.monotonic
    ) async {
        self.reader = reader
        self.recorder = recorder
        self.now = now
        start = now()
        capabilitiesAtFirst = reader.capabilities
        var line = TraceLine(.open)
        line.reader = reader.name
        line.capabilities = capabilitiesAtFirst.rawValue
        await recorder.record(line)
    }

    /// The system's monotonic clock.
    public static let monotonic: @Sendable () -> Duration = {
        let origin = ContinuousClock.now
        return { ContinuousClock.now - origin }
    }()

    /// Selects a tag and records it.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        try await record(TraceLine(.select)) { () throws(TagError) in
            try await reader.select(within: limit)
        } result: {
            $0.tag = TracedTag($1)
            let now = reader.capabilities
            if now != capabilitiesAtFirst { $0.capabilities = now.rawValue }
        }
    }

    /// Selects the tag again and records it.
    public func reselect() async throws(TagError) {
        try await record(TraceLine(.reselect)) { () throws(TagError) in
            try await reader.reselect()
        } result: { _, _ in
        }
    }

    /// Interrupts the field, selects the tag again, and records it.
    public func powerCycle() async throws(TagError) {
        try await record(TraceLine(.powerCycle)) { () throws(TagError) in
            try await reader.powerCycle()
        } result: { _, _ in
        }
    }

    /// Sends a command and records it with its response.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        let traced = TracedCommand(command)
        var line = TraceLine(.send)
        line.command = traced.name
        line.bytes = Hex.lower(traced.bytes)
        return try await record(line) { () throws(TagError) in
            try await reader.send(command)
        } result: {
            $0.answer = traced.hidesAnswer ? "" : Hex.lower($1)
        }
    }

    /// Waits for the tag's removal and records it.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        try await record(TraceLine(.removal)) { () throws(TagError) in
            try await reader.waitForRemoval(within: limit)
        } result: { _, _ in
        }
    }

    /// Closes the underlying reader. The caller must finish the recorder.
    public func close() async {
        let begin = now()
        await reader.close()
        await recorder.record(timed(TraceLine(.close), since: begin))
    }

    private func record<Value>(
        _ line: TraceLine, _ work: () async throws(TagError) -> Value,
        result: (inout TraceLine, Value) -> Void
    ) async throws(TagError) -> Value {
        let begin = now()
        do throws(TagError) {
            let value = try await work()
            var line = timed(line, since: begin)
            result(&line, value)
            await recorder.record(line)
            return value
        } catch {
            var line = timed(line, since: begin)
            line.error = TracedError(error)
            await recorder.record(line)
            throw error
        }
    }

    private func timed(_ line: TraceLine, since begin: Duration) -> TraceLine {
        var line = line
        line.at = (begin - start).milliseconds
        line.milliseconds = (now() - begin).milliseconds
        return line
    }
}

/// A writer of trace files. It writes each line immediately, so that the trace of a killed program is complete.
public actor TraceRecorder {
    private let file: FileHandle
    private let path: String
    private var failure: (any Error)?

    /// Creates the file. An empty file, a device or a pipe may already exist; a symbolic link is not followed.
    ///
    /// - Throws: `fileNotWritable`.
    public init(path: String) throws(TagError) {
        do {
            file = FileHandle(fileDescriptor: try OutputFile.opened(path), closeOnDealloc: true)
        } catch {
            let reason = error.number == ELOOP ? "the file is a symbolic link" : error.reason
            throw TagError(
                .fileNotWritable, "the trace cannot be written", reason: "\(path): \(reason)",
                remedy: "choose another path for the trace", help: .otherTracePath)
        }
        self.path = path
    }

    /// Appends a line. A full disk does not stop the session; ``finish()`` reports it.
    public func record(_ line: TraceLine) {
        guard failure == nil else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try file.write(contentsOf: encoder.encode(line) + Data([UInt8(ascii: "\n")]))
        } catch {
            failure = error
        }
    }

    /// Closes the file.
    ///
    /// - Throws: `fileNotWritable` if a line could not be written.
    public func finish() throws(TagError) {
        do {
            if let failure { throw failure }
            try file.close()
        } catch {
            throw TagError(
                .fileNotWritable, "the trace is not complete",
                reason: "the end of \(path) could not be written",
                remedy: "free up space, or choose another path for the trace", help: .makeRoomForTrace,
                underlying: error)
        }
    }
}
