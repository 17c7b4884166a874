import FileKit
import Foundation
public import TagKit
import TextKit

/// A reader that passes each call to another reader, and records the call and its result in a trace.
public struct RecordingReader: TagReader {
    /// The name of the underlying reader.
    public var name: String { reader.name }
    /// The families of commands that the underlying reader can send.
    public var capabilities: ReaderCapabilities { reader.capabilities }

    private let reader: any TagReader
    private let recorder: TraceRecorder
    private let now: @Sendable () -> Duration
    private let start: Duration
    private let capabilitiesAtFirst: ReaderCapabilities

    /// Creates a reader that passes its calls to `reader` and records them. The first line of the trace
    /// contains the name and capabilities of `reader`.
    ///
    /// - Parameters:
    ///   - reader: The reader that executes the calls.
    ///   - recorder: The recorder that writes the trace.
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

    /// A clock that never goes backward. It returns the time since this property was first accessed.
    public static let monotonic: @Sendable () -> Duration = {
        let origin = ContinuousClock.now
        return { ContinuousClock.now - origin }
    }()

    /// Selects a tag and records the call with the tag's selection data.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        try await record(TraceLine(.select)) { () throws(TagError) in
            try await reader.select(within: limit)
        } result: {
            $0.tag = TracedTag($1)
            let now = reader.capabilities
            if now != capabilitiesAtFirst { $0.capabilities = now.rawValue }
        }
    }

    /// Selects the same tag again and records the call.
    public func reselect() async throws(TagError) {
        try await record(TraceLine(.reselect)) { () throws(TagError) in
            try await reader.reselect()
        } result: { _, _ in
        }
    }

    /// Switches the field off and on, selects the same tag again, and records the call.
    public func powerCycle() async throws(TagError) {
        try await record(TraceLine(.powerCycle)) { () throws(TagError) in
            try await reader.powerCycle()
        } result: { _, _ in
        }
    }

    /// Sends a command and records it with the tag's response. Passwords and keys are omitted from the trace.
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

    /// Waits until the tag has left the field, and records the call.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        try await record(TraceLine(.removal)) { () throws(TagError) in
            try await reader.waitForRemoval(within: limit)
        } result: { _, _ in
        }
    }

    /// Closes the underlying reader and records the call. The caller must still call
    /// ``TraceRecorder/finish()``.
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

/// An actor that writes a trace file. Each line is written immediately, so that no lines are lost if the
/// program is killed.
public actor TraceRecorder {
    private let file: FileHandle
    private let path: String
    private var failure: (any Error)?

    /// Creates the trace file. Fails if a file with this path exists, unless the file is empty, or is a
    /// device or a pipe. Symbolic links are not followed.
    ///
    /// - Throws: `fileNotWritable` if the file cannot be created.
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

    /// Appends a line. If that fails, for example because the disk is full, the session continues, and
    /// ``finish()`` reports the error.
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

    /// Closes the trace file.
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
