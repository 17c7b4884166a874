import Synchronization
public import TagKit
import TextKit

/// A reader that replays a recorded session without hardware. It returns the recorded results immediately.
///
/// The calls must be the same as in the recording, in the same order. Only their time limits may differ.
public actor ReplayReader: TagReader {
    /// The name of the recorded reader, with the prefix `replay of`.
    public nonisolated let name: String
    /// The capabilities of the recorded reader at this point in the session. A reader can detect additional
    /// capabilities when it selects a tag.
    public nonisolated var capabilities: ReaderCapabilities { known.withLock { $0 } }

    private nonisolated let known: Mutex<ReaderCapabilities>
    private var rest: ArraySlice<TraceLine>

    /// Creates a reader that replays a trace from its beginning.
    public init(_ trace: Trace) {
        name = "replay of \(trace.lines[0].reader ?? "a reader")"
        known = Mutex(ReaderCapabilities(rawValue: trace.lines[0].capabilities ?? 0))
        rest = trace.lines.dropFirst()
    }

    /// Whether all recorded calls, except the closing of the reader, have been replayed.
    public var isAtEnd: Bool { !rest.contains { $0.action != .close } }

    /// Returns the recorded tag, or throws the recorded error. Also throws an error if the next recorded call
    /// is not a selection.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        let line = try next(.select, asked: "a tag selection")
        guard let tag = line.tag?.value else { throw ended("a tag selection") }
        if let capabilities = line.capabilities {
            known.withLock { $0 = ReaderCapabilities(rawValue: capabilities) }
        }
        return tag
    }

    /// Throws the recorded error, if any. Also throws an error if the next recorded call is not a
    /// reselection.
    public func reselect() async throws(TagError) { _ = try next(.reselect, asked: "a tag reselection") }

    /// Replays a power cycle. Throws the recorded error, if any. Also throws an error if the next recorded
    /// call is not a power cycle.
    public func powerCycle() async throws(TagError) { _ = try next(.powerCycle, asked: "a power cycle") }

    /// Returns the recorded response, or throws the recorded error. Also throws an error if the next recorded
    /// call is not the same command.
    ///
    /// For a password authentication, returns the PACK in `command`, because traces never contain a PACK.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        let asked = TracedCommand(command)
        let line = try next(.send, asked: asked.description) {
            $0.command == asked.name && $0.bytes?.lowercased() == Hex.lower(asked.bytes)
        }
        if case .passwordAuthenticate(let password) = command { return password.acknowledge }
        return line.answer.flatMap(Hex.bytes(of:)) ?? []
    }

    /// Throws the recorded error, if any. Also throws an error if the next recorded call is not a wait for
    /// the tag's removal.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        _ = try next(.removal, asked: "a wait for the tag's removal")
    }

    /// Discards the rest of the trace, so that all later calls fail.
    public func close() { rest = [] }

    private func next(
        _ action: TraceLine.Action, asked: String, where matches: (TraceLine) -> Bool = { _ in true }
    ) throws(TagError) -> TraceLine {
        guard let line = rest.first, line.action != .close else { throw ended(asked) }
        guard line.action == action, matches(line) else {
            throw TagError(
                .readerProtocol, "the command does not match the trace",
                reason: "\(asked) was requested, but the next line of the trace is \(line.asked)",
                remedy: "use the same command and options as in the recording, or record a new trace")
        }
        rest.removeFirst()
        if let error = line.error?.value { throw error }
        return line
    }

    private func ended(_ asked: String) -> TagError {
        TagError(
            .readerProtocol, "the trace has ended", reason: "\(asked) was requested",
            remedy: "record a new trace, because this trace ends too early")
    }
}

extension TraceLine {
    /// A phrase that describes the recorded call in error messages.
    fileprivate var asked: String {
        switch action {
        case .send: "\(command ?? "a command") \(bytes ?? "")"
        case .removal: "a wait for the tag's removal"
        case .powerCycle: "a power cycle"
        case .select: "a tag selection"
        case .reselect: "a tag reselection"
        case .open: "the opening of a reader"
        case .close: "the closing of the reader"
        }
    }
}
