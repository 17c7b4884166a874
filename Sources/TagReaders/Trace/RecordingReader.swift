public import TagKit
import TextKit

/// A reader that passes everything to another one and records what was asked and answered.
public struct RecordingReader: TagReader {
    /// The name of the reader behind.
    public var name: String { reader.name }
    /// What the reader behind can carry.
    public var capabilities: ReaderCapabilities { reader.capabilities }

    private let reader: any TagReader
    private let recorder: TraceRecorder
    private let now: @Sendable () -> Duration
    private let start: Duration
    private let capabilitiesAtFirst: ReaderCapabilities

    /// Records what goes through `reader`, beginning with a line that names it.
    ///
    /// - Parameter now: A clock; only differences count.
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

    /// The machine's monotonic clock.
    public static let monotonic: @Sendable () -> Duration = {
        let origin = ContinuousClock.now
        return { ContinuousClock.now - origin }
    }()

    /// Selects a tag, and records it.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        try await record(TraceLine(.select)) { () throws(TagError) in
            try await reader.select(within: limit)
        } result: {
            $0.tag = TracedTag($1)
            let now = reader.capabilities
            if now != capabilitiesAtFirst { $0.capabilities = now.rawValue }
        }
    }

    /// Selects the tag again, and records it.
    public func reselect() async throws(TagError) {
        try await record(TraceLine(.reselect)) { () throws(TagError) in
            try await reader.reselect()
        } result: { _, _ in
        }
    }

    /// Takes the field away and selects the tag again, and records it.
    public func powerCycle() async throws(TagError) {
        try await record(TraceLine(.powerCycle)) { () throws(TagError) in
            try await reader.powerCycle()
        } result: { _, _ in
        }
    }

    /// Sends a command, and records it and its answer.
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

    /// Waits for the tag's removal, and records it.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        try await record(TraceLine(.removal)) { () throws(TagError) in
            try await reader.waitForRemoval(within: limit)
        } result: { _, _ in
        }
    }

    /// Closes the reader behind; the recorder is the caller's to finish.
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
