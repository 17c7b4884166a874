import Synchronization
public import TagKit
import TextKit

/// A reader that replays a trace, immediately and without hardware.
///
/// The calls must be the same as in the recording, in the same order. Only their time limits may differ.
public actor ReplayReader: TagReader {
    /// The name of the recorded reader.
    public nonisolated let name: String
    /// The capabilities of the recorded reader: those at the start, or those that were later detected with a tag.
    public nonisolated var capabilities: ReaderCapabilities { known.withLock { $0 } }

    private nonisolated let known: Mutex<ReaderCapabilities>
    private var rest: ArraySlice<TraceLine>

    /// Creates a reader that replays a trace from its beginning.
    public init(_ trace: Trace) {
        name = "replay of \(trace.lines[0].reader ?? "a reader")"
        known = Mutex(ReaderCapabilities(rawValue: trace.lines[0].capabilities ?? 0))
        rest = trace.lines.dropFirst()
    }

    /// Whether all recorded calls have been replayed. Closing the reader does not need to be replayed.
    public var isAtEnd: Bool { !rest.contains { $0.action != .close } }

    /// Returns the recorded tag.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        let line = try next(.select, asked: "a select")
        guard let tag = line.tag?.value else { throw ended("a select") }
        if let capabilities = line.capabilities {
            known.withLock { $0 = ReaderCapabilities(rawValue: capabilities) }
        }
        return tag
    }

    /// Checks that a reselect was recorded.
    public func reselect() async throws(TagError) { _ = try next(.reselect, asked: "a reselect") }

    /// Checks that a power cycle was recorded.
    public func powerCycle() async throws(TagError) { _ = try next(.powerCycle, asked: "a power cycle") }

    /// Returns the recorded response. For a correct password, returns the matching PACK, which traces never
    /// contain.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        let asked = TracedCommand(command)
        let line = try next(.send, asked: asked.description) {
            $0.command == asked.name && $0.bytes?.lowercased() == Hex.lower(asked.bytes)
        }
        if case .passwordAuthenticate(let password) = command { return password.acknowledge }
        return line.answer.flatMap(Hex.bytes(of:)) ?? []
    }

    /// Checks that a removal was recorded.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        _ = try next(.removal, asked: "waiting until the tag is removed")
    }

    /// Discards the rest of the trace, so that later calls fail.
    public func close() { rest = [] }

    private func next(
        _ action: TraceLine.Action, asked: String, where matches: (TraceLine) -> Bool = { _ in true }
    ) throws(TagError) -> TraceLine {
        guard let line = rest.first, line.action != .close else { throw ended(asked) }
        guard line.action == action, matches(line) else {
            throw TagError(
                .readerProtocol, "the command does not match the trace",
                reason: "\(asked) was requested, but the next line of the trace is \(line.asked)",
                remedy: "use the command and options with which it was recorded, or record a new trace")
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
    /// The line's action as a phrase for error messages.
    fileprivate var asked: String {
        switch action {
        case .send: "\(command ?? "a command") \(bytes ?? "")"
        case .removal: "a wait until the tag is removed"
        default: "a \(action.rawValue)"
        }
    }
}
