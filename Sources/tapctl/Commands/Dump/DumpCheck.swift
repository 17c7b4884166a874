import ArgumentParser
import Documents
import TagDumps

/// `tapctl dump check`: what is wrong with files of tags.
struct DumpCheck: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with files of tags.",
        discussion: """
            EXAMPLES:
              tapctl dump check seat.nfc
              tapctl dump check dumps/*.nfc
              tapctl dump check card.mfd --json

            Looked at: the check bytes behind the UID, the UID that the file states against
            the one in its pages, the number of pages and GET_VERSION against the product,
            the capability container against the chip's memory, the application directory
            of a MIFARE Classic, the NDEF message, what is left of older messages, and
            passwords and keys that stand in the file.
            Ends with 1 when something is wrong; warnings alone end with 0.
            """)

    @Argument(help: "Files, or - for standard input.", completion: .file())
    var files: [String]

    @OptionGroup var output: OutputOptions

    func run() throws {
        let report = DumpReport(try files.map(DumpReport.File.init))
        try output.print(report.document) { report.text(style: $0) }
        guard report.isGood else { throw report.isReadable ? ExitCode.no : ExitCode.malformed }
    }
}
