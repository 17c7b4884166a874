import ArgumentParser
import Documents
import TagDumps

/// `tapctl dump`: checks and converts tag dump files.
struct DumpCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Convert and check tag dump files, without a reader.",
        subcommands: [DumpConvert.self, DumpCheck.self])
}

/// `tapctl dump check`: checks tag dump files, and lists the problems.
struct DumpCheck: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check tag dump files.",
        discussion: """
            EXAMPLES:
              tapctl dump check seat.nfc
              tapctl dump check dumps/*.nfc
              tapctl dump check card.mfd --json

            Verifies the UID's check bytes, the application directory of a MIFARE Classic,
            and the NDEF message. Checks that the UID stated in the file is the one in the
            pages, that the number of pages and GET_VERSION match the product, and that the
            capability container matches the chip's memory. Also reports remains of older
            messages, and passwords and keys in the file. Exits with 1 if it finds an
            error, with 65 if a file is not a dump, and with 0 if there are only warnings.
            """)

    @Argument(help: "The files, or - for standard input.", completion: .file())
    var files: [String]

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let report = DumpReport(try files.map(DumpReport.File.init))
        try output.print(report)
        guard report.isGood else { throw report.isReadable ? ExitCode.no : ExitCode.malformed }
    }
}

/// The dump formats that can be written, named by their file extensions.
enum DumpFileFormat: String, ExpressibleByArgument, CaseIterable {
    case nfc, json, bin, mfd, eml, mct, taginfo, hex

    /// The list of dump formats in the text of `--help`.
    static let help = """
          nfc      Flipper Zero's format, which sim: also uses; keeps the most data
          json     Proxmark3's JSON format
          bin      Proxmark3's binary format for Type 2 tags
          mfd      libnfc's format: only the bytes
          eml      one page or block in hex on each line
          mct      MIFARE Classic Tool's text format
          taginfo  the rows of NXP TagInfo's text format
          hex      the bytes in hex
        """

    /// Creates the format for the file extension of a path; nil if the extension is missing or unknown.
    init?(ending path: String?) {
        guard let path, path.contains("."), let ending = path.split(separator: ".").last else { return nil }
        self.init(rawValue: ending.lowercased())
    }

    /// Creates the format for the file extension of a path. If the extension is missing or unknown, Flipper
    /// Zero's format is used.
    init(path: String?) { self = DumpFileFormat(ending: path) ?? .nfc }

    var format: DumpFormat {
        switch self {
        case .nfc: .flipper
        case .json: .proxmarkJSON
        case .bin: .proxmarkBinary
        case .mfd: .raw
        case .eml: .eml
        case .mct: .mct
        case .taginfo: .tagInfo
        case .hex: .hex
        }
    }
}
