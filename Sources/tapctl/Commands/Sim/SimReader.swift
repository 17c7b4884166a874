import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TagKit
import TagSimulator

/// `tapctl sim reader`: runs a virtual PN532 that other programs can open.
struct SimReader: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "Serve a virtual PN532 to other programs until Ctrl-C.",
        discussion: """
            EXAMPLES:
              tapctl sim reader seat.nfc
              tapctl sim reader seats/ --stats stats.json
              tapctl sim reader one.nfc two.nfc                  two tags in the field
              tapctl sim reader seat.nfc --fault 'write 3: tag leaves garbage 17'
              tapctl sim reader sunday.script

            Then, in a second terminal, use the LIBNFC_DEVICE line that the command prints:
              LIBNFC_DEVICE=pn532_uart:/dev/pts/3 nfc-list
              LIBNFC_DEVICE=pn532_uart:/dev/pts/3 nfc-mfultralight r dump.mfd
            nfcpy opens the port with
            nfc.clf.pn532.init(nfc.clf.transport.TTY("/dev/pts/3")).

            The tags in a folder are presented one after another: when the program has
            finished with a tag, the tag is removed and the next one is presented.

            FAULTS, one per option or script line (the first command, write or frame is 0):
              command 5: tag leaves | answer lost | answer late 70 ms | answer bit 13
              command 5: reader stalls | reader vanishes
              write 3: tag leaves old | tag leaves new | tag leaves garbage 17
              frame 4: answer late 70 ms | answer bit 3 | ack bit 3 | reader stalls
              800 ms: put other.nfc | take away | put back
              seed 17: 20 commands 13 writes                     one random fault
            """)

    @Argument(help: "Tag files, a folder of tag files, or a script.")
    var paths: [String]

    @Option(help: ArgumentHelp("A fault, as listed above; can be repeated.", valueName: "line"))
    var fault: [String] = []

    @Option(help: ArgumentHelp("A file with one fault per line.", valueName: "path"))
    var script: String?

    @Option(
        help: ArgumentHelp("Write statistics as JSON to this new file at exit.", valueName: "path"))
    var stats: String?

    @Flag(
        help:
            "Simulate the real delays of the serial line, radio link and tag, instead of only counting them."
    )
    var realTime = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try NewFile.refuseContent(stats)
        let reader = try VirtualReader(scenario(), pace: realTime ? .realTime : .atOnce)
        try output.print(Self.document(reader)) { _ in
            """
            LIBNFC_DEVICE=\(reader.connstring)
            \(reader.path)
            """
        }
        Terminal.say(
            "serving a PN532 with \(paths.joined(separator: ", ")) in its field; press Ctrl-C to stop")
        let end = await Self.waitForEnd(of: reader)
        if let stats {
            try NewFile.writeUnused(Array((Self.document(reader.statistics).text + "\n").utf8), to: stats)
        }
        try end.get()
    }

    /// Returns the scenario, which combines the tags, the script and the faults given on the command line.
    private func scenario() throws -> FieldScenario {
        var scenario = FieldScenario()
        if paths.count == 1, let path = paths.first {
            scenario = try FieldScenario(path: path)
        } else {
            try scenario.add(paths)
        }
        if let script { try scenario.play(script: script) }
        for line in fault {
            do {
                try scenario.add(line: line)
            } catch {
                guard error.code == .fileMalformed else { throw error }
                throw CommandError(
                    usage: error.summary, reason: error.reason, remedy: error.commandRemedy)
            }
        }
        return scenario
    }

    /// Waits until Ctrl-C is pressed, or until the reader stops because of a planned fault or because a tag's
    /// file could not be updated.
    private static func waitForEnd(of reader: VirtualReader) async -> Result<Void, any Error> {
        do {
            try await Interrupts.guarding(quietly: true) {
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
            "object": "sim_reader", "path": reader.path.json, "connstring": reader.connstring.json,
            "environment": .string("LIBNFC_DEVICE=\(reader.connstring)"),
        ]
    }

    static func document(_ statistics: ReaderStatistics) -> JSONValue {
        [
            "object": "sim_stats", "commands": statistics.dataCommands.json,
            "pages_written": statistics.pageWrites.json, "field_bytes": statistics.fieldBytes.json,
            "line_bytes": statistics.lineBytes.json,
            "line_us": statistics.lineMicroseconds.json, "field_us": statistics.fieldMicroseconds.json,
            "modelled_us": statistics.modelledMicroseconds.json,
            "modelled_ms": .int((statistics.modelledMicroseconds + 500) / 1_000),
        ]
    }
}
