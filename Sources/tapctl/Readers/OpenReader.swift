import Documents
import TagDumps
import TagKit
import TagReaders
import TagSimulator

/// An open reader, with everything that must live as long as it does.
struct OpenReader: Sendable {
    /// The reader that receives the commands. It records them if there is a trace.
    let reader: any TagReader
    /// The virtual PN532 that the real libnfc connects to, for `sim:`.
    let virtual: VirtualReader?
    /// Whether its tags are not real: `sim:`, or `replay:`, which may have recorded `sim:`.
    let isRehearsal: Bool
    private let recorder: TraceRecorder?

    /// Opens a reader.
    ///
    /// - Parameter trace: The path for a trace of the session; nil for none.
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

    /// Returns the error to report after a failure. If the virtual reader ended because a file could not be updated,
    /// that is the cause, although the reader only seems to be disconnected.
    func cause(of error: any Error) -> any Error { virtual?.failure ?? error }

    /// Closes everything.
    ///
    /// - Throws: An error if the trace is incomplete, or if a virtual tag's file could not be updated.
    func close() async throws {
        await reader.close()
        virtual?.stop()
        try await recorder?.finish()
        if let failure = virtual?.failure { throw failure }
    }
}

extension OpenReader {
    /// Runs work that begins by waiting for a tag, and shows a prompt on a terminal.
    func waitingForTag<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        Terminal.progress("hold a tag to \(reader.name) …")
        defer { Terminal.endProgress() }
        return try await work()
    }
}
