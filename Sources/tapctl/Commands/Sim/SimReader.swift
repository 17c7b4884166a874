import ArgumentParser
import TagKit
import TagSimulator

/// `tapctl sim reader`: a virtual PN532 that other programs open.
struct SimReader: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "Serve a virtual PN532 to other programs, until Ctrl-C.",
        discussion: """
            EXAMPLES:
              tapctl sim reader seat.nfc
              tapctl sim reader seats/ --stats stats.json

            Then, in another terminal, with the line that it prints:
              LIBNFC_DEVICE=pn532_uart:/dev/pts/3 nfc-list
              LIBNFC_DEVICE=pn532_uart:/dev/pts/3 nfc-mfultralight r dump.mfd
            nfcpy opens the port with nfc.clf.pn532.init(nfc.clf.transport.TTY("/dev/pts/3")).

            A folder presents its tags one after another: a tag is taken away when the
            program has done with it, and the next one comes.
            """)

    @Argument(help: "The file of a tag, or a folder of them.")
    var path: String

    @Option(help: ArgumentHelp("Write what was done to this file at the end, as JSON.", valueName: "path"))
    var stats: String?

    @Flag(help: "Let the line, the air and the tag take their time, instead of only counting it.")
    var realTime = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let reader = try VirtualReader(VirtualField(path: path), pace: realTime ? .realTime : .atOnce)
        try output.print(Self.document(reader)) { _ in
            """
            LIBNFC_DEVICE=\(reader.connstring)
            \(reader.path)
            """
        }
        Talk.say("a PN532 with \(path) in its field; Ctrl-C ends it")
        let end = await Self.waitForEnd(of: reader)
        if let stats {
            try NewFile.write(
                Array((Self.document(reader.statistics).text + "\n").utf8), to: stats, force: true)
        }
        try end.get()
    }

    /// Waits for Ctrl-C, or for the reader to end by itself because a file could not follow its tag.
    private static func waitForEnd(of reader: VirtualReader) async -> Result<Void, any Error> {
        do {
            try await Interrupts.guarding {
                try await withTaskCancellationHandler {
                    await Blocking.run { reader.waitForEnd() }
                    try Task.checkCancellation()
                } onCancel: {
                    reader.stop()
                }
            }
        } catch {
            return .failure(error is CancellationError ? ExitCode.interrupted : error)
        }
        return reader.failure.map { .failure($0) } ?? .success(())
    }

    private static func document(_ reader: VirtualReader) -> JSONValue {
        [
            "object": "sim_reader", "path": .string(reader.path), "connstring": .string(reader.connstring),
            "environment": .string("LIBNFC_DEVICE=\(reader.connstring)"),
        ]
    }

    static func document(_ statistics: ReaderStatistics) -> JSONValue {
        [
            "object": "sim_stats", "commands": .int(statistics.dataCommands),
            "pages_written": .int(statistics.pageWrites), "line_bytes": .int(statistics.lineBytes),
            "line_us": .int(statistics.lineMicroseconds), "field_us": .int(statistics.fieldMicroseconds),
            "modelled_us": .int(statistics.modelledMicroseconds),
            "modelled_ms": .int((statistics.modelledMicroseconds + 500) / 1_000),
        ]
    }
}
