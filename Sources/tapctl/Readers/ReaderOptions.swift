import ArgumentParser
import TagKit
import TagReaders

/// Which reader, how long to wait for a tag, and where to record what was said.
struct ReaderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The reader: libnfc:CONNSTRING, sim:FILE or sim:FOLDER; else $TAPCTL_READER, else the first real one.",
            valueName: "name"))
    var reader: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long to wait for a tag. (default: 30)", valueName: "seconds"))
    var wait: Double?

    @Option(
        help: ArgumentHelp(
            "Record every command and answer in this file; `sim replay` plays it.", valueName: "path"),
        completion: .file())
    var trace: String?

    func validate() throws {
        if let wait, !(0...86_400).contains(wait) {
            throw ValidationError("--wait takes 0 to 86400 seconds.")
        }
    }

    /// How long to wait for a tag.
    var limit: Duration { .milliseconds(Int64((wait ?? 30) * 1_000)) }

    /// Opens the reader, works with it, and gives it back however the work ends; Ctrl-C cancels the work.
    func withReader<Value: Sendable>(
        _ work: @escaping @Sendable (OpenReader) async throws -> Value
    ) async throws -> Value {
        let (named, trace) = (reader, trace)
        return try await Interrupts.guarding {
            let open = try await OpenReader(Self.name(named), trace: trace)
            do {
                let value = try await work(open)
                try await open.close()
                return value
            } catch {
                // The first failure is the one to tell.
                let cause = open.cause(of: error)
                try? await open.close()
                throw cause
            }
        }
    }

    /// `--reader`, else the environment, else the first real reader.
    private static func name(_ given: String?) async throws -> ReaderName {
        if let given { return try ReaderName(given) }
        let variable = environmentVariable("TAPCTL_READER", default: "")
        if !variable.isEmpty { return try ReaderName(variable) }
        guard let first = await LibNFCReader.list().first else { throw noReader }
        return .libnfc(connstring: first)
    }

    private static var noReader: CommandError {
        let ports = LibNFCReader.serialPorts().map { "libnfc:pn532_uart:\($0)" }
        let serial = ports.first.map { "a PN532 on a serial cable: `--reader \($0)`\n" } ?? ""
        return CommandError(
            .noReader, code: "readerNotFound", "no reader was found",
            reason: "libnfc sees none on USB, and neither --reader nor TAPCTL_READER names one",
            remedy: serial + "without a reader: `--reader sim:tag.nfc`, made by `tapctl sim tag new tag.nfc`")
    }
}
