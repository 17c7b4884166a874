import Documents
import TagDumps
import TagKit
import TagReaders
import TagSimulator

/// A reader that is open, with all that has to live as long as it does.
struct OpenReader: Sendable {
    /// What commands are sent to; the trace, if any, is behind it.
    let reader: any TagReader
    /// The virtual PN532 that the real libnfc talks to, for `sim:`.
    let virtual: VirtualReader?
    /// Whether what it says of tags comes from no real one: `sim:`, and `replay:`, which may have recorded it.
    let isRehearsal: Bool
    private let recorder: TraceRecorder?

    /// Opens a reader.
    ///
    /// - Parameter trace: Where to record the session; nil for nowhere.
    init(_ name: ReaderName, trace: String?) async throws {
        if case .sim(let path) = name {
            let scenario = try FieldScenario(path: path)
            virtual = try VirtualReader(scenario)
            Self.reportAssumptions(of: scenario)
        } else {
            virtual = nil
        }
        isRehearsal =
            switch name {
            case .sim, .replay: true
            default: false
            }
        let opened: any TagReader =
            switch name {
            case .libnfc(let connstring): try await LibNFCReader.open(connstring: connstring)
            case .pcsc(let name): try await PCSCReader.open(name)
            case .replay(let path): ReplayReader(try Trace(path: path))
            case .sim: try await LibNFCReader.open(connstring: virtual?.connstring ?? "")
            }
        recorder = try trace.map { path throws(TagError) in try TraceRecorder(path: path) }
        reader = if let recorder { await RecordingReader(opened, to: recorder) } else { opened }
    }

    /// Prints the assumptions about simulated tags, each once.
    private static func reportAssumptions(of scenario: FieldScenario) {
        for (note, count) in scenario.assumptions.sorted(by: { $0.key < $1.key }) {
            let subject = scenario.tagCount == 1 ? "" : "\(count) of \(scenario.tagCount) tags: "
            Terminal.say("note: \(subject)\(printable(note))")
        }
    }

    /// What is to be told when work has failed: when the virtual reader has ended because a file could not follow its
    /// tag, that is the cause, and a reader that is gone only looks like one.
    func cause(of error: any Error) -> any Error { virtual?.failure ?? error }

    /// Gives everything back.
    ///
    /// - Throws: When the trace is not complete, or a virtual tag's file could not follow it.
    func close() async throws {
        await reader.close()
        virtual?.stop()
        try await recorder?.finish()
        if let failure = virtual?.failure { throw failure }
    }
}

extension OpenReader {
    /// Runs work that begins by waiting for a tag, and informs a person at a terminal.
    func waitingForTag<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        Terminal.progress("hold a tag to \(reader.name) …")
        defer { Terminal.endProgress() }
        return try await work()
    }
}
