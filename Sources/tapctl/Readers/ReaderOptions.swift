import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TagKit
import TagReaders

/// The options for the reader, the time to wait for a tag, and the file for a trace.
struct ReaderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The reader: libnfc:CONNSTRING, pcsc:NAME, sim:FILE, sim:FOLDER or replay:FILE. (default: $TAPCTL_READER, else the first real reader)",
            valueName: "name"))
    var reader: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long to wait for a tag. (default: 30)", valueName: "seconds"))
    var wait: Double?

    @Option(
        help: ArgumentHelp(
            "Record every command and response in this new file; `sim replay` shows it.", valueName: "path"),
        completion: .file())
    var trace: String?

    func validate() throws {
        if let wait, !(0...86_400).contains(wait) {
            throw ValidationError("--wait must be between 0 and 86400 seconds.")
        }
    }

    /// The maximum time to wait for a tag.
    var limit: Duration { typedLimit ?? .seconds(30) }

    /// The maximum time to wait for a tag, as given by `--wait`; nil if the option is not given.
    var typedLimit: Duration? { wait.map { .milliseconds(Int64($0 * 1_000)) } }

    /// Waits for a tag on the selected reader and inspects it.
    func inspect(_ depth: TagSession.Depth) async throws -> TagSnapshot {
        try await withReader { open in
            try await open.waitingForTag { try await TagSession(open.reader).inspect(depth, within: limit) }
        }
    }

    /// Waits for a tag on the selected reader, inspects it and reads its originality signature.
    func inspectWithSignature(_ depth: TagSession.Depth) async throws -> InspectedTag {
        try await withReader { open in
            try await open.waitingForTag { try await InspectedTag(on: open, depth, within: limit) }
        }
    }

    /// Opens the reader and runs `work`. Closes the reader even if `work` fails. Ctrl-C cancels the work. If
    /// `endsByInterrupt` is true, Ctrl-C counts as the normal end of the work.
    ///
    /// - Throws: An error with exit code 73, before the reader is opened, if the trace would replace a file.
    func withReader<Value: Sendable>(
        endsByInterrupt: Bool = false, _ work: @escaping @Sendable (OpenReader) async throws -> Value
    ) async throws -> Value {
        try NewFile.refuseContent(trace)
        return try await Interrupts.guarding(quietly: endsByInterrupt) {
            let open = try await open()
            return try await open.closing { try await work(open) }
        }
    }

    /// Opens the selected reader.
    func open() async throws -> OpenReader { try await OpenReader(Self.name(reader), trace: trace) }

    /// Returns the name of the reader given by `--reader`, else by `$TAPCTL_READER`. If neither is set,
    /// returns the name of the first real reader.
    static func name(_ given: String?) async throws -> ReaderName {
        if let given { return try ReaderName(given) }
        let variable = environmentVariable("TAPCTL_READER", default: "")
        if !variable.isEmpty { return try ReaderName(variable) }
        guard let first = await ReaderName.found().first else { throw noReader }
        return first
    }

    private static var noReader: CommandError {
        let port = LibNFCReader.serialPorts().first ?? "/dev/ttyUSB0"
        let serial = "for a PN532 on a serial port, use `--reader libnfc:pn532_uart:\(port)`\n"
        return CommandError(
            .noReader, code: "readerNotFound", "no reader was found",
            reason: "libnfc and pcscd detect no reader, and neither --reader nor TAPCTL_READER is set",
            remedy: "`tapctl reader doctor` shows the cause\n" + serial
                + "`tapctl reader list --serial` searches all serial ports\nif you have no reader, create a virtual tag with `tapctl sim tag new tag.nfc`, and use `--reader sim:tag.nfc`"
        )
    }
}

/// The options for one or more readers, and for the time to wait for a tag.
struct ReadersOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A reader, such as pcsc:NAME or sim:FILE; can be repeated. (default: $TAPCTL_READER, else the first real reader)",
            valueName: "name"))
    var reader: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Stop after waiting this long for a tag. (default: no limit)", valueName: "seconds"))
    var wait: Double?

    func validate() throws {
        if let wait, !(0...86_400).contains(wait) {
            throw ValidationError("--wait must be between 0 and 86400 seconds.")
        }
        if Set(reader).count != reader.count {
            throw ValidationError("--reader lists the same reader twice.")
        }
    }

    /// The maximum time to wait for a tag; nil for no limit.
    var limit: Duration? { wait.map { .milliseconds(Int64($0 * 1_000)) } }

    /// Opens all readers and runs `work`. Closes the readers even if `work` fails.
    func withReaders<Value: Sendable>(
        _ work: @escaping @Sendable ([OpenReader]) async throws -> Value
    ) async throws -> Value {
        var opened: [OpenReader] = []
        do {
            for name in reader.isEmpty ? [nil] : reader.map(Optional.some) {
                opened.append(try await OpenReader(ReaderOptions.name(name), trace: nil))
            }
            let value = try await work(opened)
            for open in opened { try await open.close() }
            return value
        } catch {
            // Only the first failure is reported.
            let cause = opened.reduce(error) { cause, open in open.cause(of: cause) }
            for open in opened { try? await open.close() }
            throw cause
        }
    }
}
