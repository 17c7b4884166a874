import Documents
import TagDumps
import TagKit
import TagReaders
import TagSecurity
import TagSimulator

/// An open reader, with all objects that must be kept as long as the reader is open.
struct OpenReader: Sendable {
    /// The reader that receives the commands. If a trace was requested, the reader records the commands.
    let reader: any TagReader
    /// The virtual PN532 to which libnfc connects for a `sim:` reader; nil for other readers.
    let virtual: VirtualReader?
    /// Whether the reader's tags could be simulated. True for `sim:`, and for `replay:`, because the recorded
    /// session could have used `sim:`.
    let isRehearsal: Bool
    private let recorder: TraceRecorder?

    /// Opens the reader with the given name. If `trace` is not nil, the session is recorded in the file at
    /// that path.
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
            case .sim: try await Self.open(virtual)
            }
        recorder = try trace.map { path throws(TagError) in try TraceRecorder(path: path) }
        reader = if let recorder { await RecordingReader(opened, to: recorder) } else { opened }
    }

    /// Opens a virtual reader. On a busy computer, the reader's first response may come too late. In that
    /// case, this function makes a second attempt.
    private static func open(_ virtual: VirtualReader?) async throws -> any TagReader {
        let connstring = virtual?.connstring ?? ""
        do throws(TagError) {
            return try await LibNFCReader.open(connstring: connstring)
        } catch {
            guard error.code == .readerNotFound || error.code == .readerStalled else { throw error }
            return try await LibNFCReader.open(connstring: connstring)
        }
    }

    /// Prints the assumptions that the simulation makes about its tags, without duplicates.
    private static func reportAssumptions(of scenario: FieldScenario) {
        for (note, count) in scenario.assumptions.sorted(by: { $0.key < $1.key }) {
            let subject = scenario.tagCount == 1 ? "" : "\(count) of \(scenario.tagCount) tags: "
            Terminal.say("note: \(subject)\(printable(note))")
        }
    }

    /// Returns the actual cause of a failure.
    ///
    /// If the virtual reader ended because a tag's file could not be updated, the reader only appears to be
    /// disconnected. In that case, the error from the file update is returned.
    func cause(of error: any Error) -> any Error { virtual?.failure ?? error }

    /// Closes the reader, and completes the trace and the files of virtual tags.
    ///
    /// - Throws: An error if the trace is incomplete, or if the file of a virtual tag could not be updated.
    func close() async throws {
        await reader.close()
        virtual?.stop()
        try await recorder?.finish()
        if let failure = virtual?.failure { throw failure }
    }
}

extension OpenReader {
    /// The keys of originality signatures that are accepted in addition to the manufacturers' keys.
    var trustedKeys: [OriginalityKey] { isRehearsal ? OriginalityKey.simulated : [] }

    /// Returns the waits of a loop that processes one tag after another. A nil limit means no limit.
    func waits(atMost limit: Duration?) -> TagWait { TagWait(reader: reader, limit: limit, virtual: virtual) }

    /// Runs an operation that uses the reader, and closes the reader even if the operation fails.
    func closing<Value: Sendable>(after work: () async throws -> Value) async throws -> Value {
        do {
            let value = try await work()
            try await close()
            return value
        } catch {
            // Only the first failure is reported.
            let cause = cause(of: error)
            try? await close()
            throw cause
        }
    }

    /// Runs an operation that starts by waiting for a tag. Shows a prompt if stderr is a terminal.
    func waitingForTag<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        Terminal.progress("hold a tag to the reader …")
        defer { Terminal.endProgress() }
        return try await work()
    }
}
