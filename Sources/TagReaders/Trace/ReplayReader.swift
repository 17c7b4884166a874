import Synchronization
public import TagKit
import TextKit

/// A reader that answers from a trace, without hardware and at once.
///
/// It is exact: it must be asked what was asked when the trace was recorded, in the same order. How long somebody
/// is ready to wait may differ.
public actor ReplayReader: TagReader {
    /// The name of the reader that was recorded.
    public nonisolated let name: String
    /// What the recorded reader could carry: from the beginning, or as was seen with a tag.
    public nonisolated var capabilities: ReaderCapabilities { known.withLock { $0 } }

    private nonisolated let known: Mutex<ReaderCapabilities>
    private var rest: ArraySlice<TraceLine>

    /// Plays a trace from its beginning.
    public init(_ trace: Trace) {
        name = "replay of \(trace.lines[0].reader ?? "a reader")"
        known = Mutex(ReaderCapabilities(rawValue: trace.lines[0].capabilities ?? 0))
        rest = trace.lines.dropFirst()
    }

    /// Whether everything that was recorded has been asked for; closing does not count.
    public var isAtEnd: Bool { !rest.contains { $0.action != .close } }

    /// Gives the tag that was recorded.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        let line = try next(.select, asked: "a select")
        guard let tag = line.tag?.value else { throw ended("a select") }
        if let capabilities = line.capabilities {
            known.withLock { $0 = ReaderCapabilities(rawValue: capabilities) }
        }
        return tag
    }

    /// Does nothing, if that was recorded.
    public func reselect() async throws(TagError) { _ = try next(.reselect, asked: "a reselect") }

    /// Does nothing, if that was recorded.
    public func powerCycle() async throws(TagError) { _ = try next(.powerCycle, asked: "a power cycle") }

    /// Gives the answer that was recorded; to a right password the one that belongs to it, which no trace holds.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        let asked = TracedCommand(command)
        let line = try next(.send, asked: asked.description) {
            $0.command == asked.name && $0.bytes?.lowercased() == Hex.lower(asked.bytes)
        }
        if case .passwordAuthenticate(let password) = command { return password.acknowledge }
        return line.answer.flatMap(Hex.bytes(of:)) ?? []
    }

    /// Does nothing, if that was recorded.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        _ = try next(.removal, asked: "a wait for removal")
    }

    /// Nothing can be asked afterwards.
    public func close() { rest = [] }

    private func next(
        _ action: TraceLine.Action, asked: String, where matches: (TraceLine) -> Bool = { _ in true }
    ) throws(TagError) -> TraceLine {
        guard let line = rest.first, line.action != .close else { throw ended(asked) }
        guard line.action == action, matches(line) else {
            throw TagError(
                .readerProtocol, "the trace goes another way",
                reason: "\(asked) was asked; the trace holds \(line.asked)",
                remedy: "give the command and options that recorded it, or record a new trace")
        }
        rest.removeFirst()
        if let error = line.error?.value { throw error }
        return line
    }

    private func ended(_ asked: String) -> TagError {
        TagError(
            .readerProtocol, "the trace has ended", reason: "\(asked) was asked",
            remedy: "record a new trace; this one stops earlier")
    }
}

extension TraceLine {
    /// What this line records, in the words of an error.
    fileprivate var asked: String {
        switch action {
        case .send: "\(command ?? "a command") \(bytes ?? "")"
        case .removal: "a wait for removal"
        default: "a \(action.rawValue)"
        }
    }
}
