import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TagDumps
import TagKit

/// `tapctl ndef`: encodes and decodes NDEF messages without a tag.
struct NDEFCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ndef", abstract: "Decode and encode NDEF messages, without a reader.",
        subcommands: [NDEFDecode.self, NDEFEncode.self])
}

/// `tapctl ndef decode`: decodes the bytes of an NDEF message.
struct NDEFDecode: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Show the contents of an NDEF message.",
        discussion: """
            EXAMPLES:
              tapctl ndef decode d1010c55046578616d706c652e636f6d
              tapctl ndef decode --as type2 "03 08 D1 01 04 55 05 31 31 32 FE"
              tapctl ndef decode --file message.bin --json
              pbpaste | tapctl ndef decode - --lenient

            Hex can contain spaces, colons and line breaks; a file or standard input can
            also contain raw bytes. If the bytes are invalid, the command shows the
            position of the error and exits with 65; with --lenient, it exits with 65 only
            if no record can be decoded.
            """)

    @Argument(help: "The bytes in hex, or - for standard input.")
    var hex: String?

    @Option(
        help: ArgumentHelp("A file with the bytes, raw or in hex.", valueName: "path"), completion: .file())
    var file: String?

    @Option(
        name: .customLong("as"),
        help: "The kind of bytes: a message, a Type 2 data area from page 4, or a Type 4 NDEF file.")
    var layer = MessageLayer.message

    @Flag(help: "Decode as much as possible, and list the errors that were tolerated.")
    var lenient = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (hex == nil) == (file == nil) {
            throw ValidationError("Specify the bytes either as an argument or with --file.")
        }
    }

    func run() async throws {
        let found: MessageLayer.Found
        var bytes: [UInt8] = []
        do {
            bytes = try input()
            found = try lenient ? layer.decodeLeniently(bytes) : layer.decode(bytes)
        } catch let error as NDEFError {
            var refusal = CommandError(error)
            if error.isCutShort { refusal = refusal.remedied(by: "copy all of the bytes") }
            if let advice = layer.advice(for: bytes) { refusal = refusal.remedied(by: advice) }
            throw refusal.documented(as: MessageLayer.document(refused: error.document))
        } catch let error as CommandError where error.category == .malformed {
            let refused: JSONValue = [
                "code": error.code.json, "offset": nil, "message": error.sentence.json,
            ]
            throw error.documented(as: MessageLayer.document(refused: refused))
        }
        try output.print(found)
        for flaw in found.forgiven { Terminal.warn("tolerated: \(flaw.sentence)") }
        for flaw in found.payloadFlaws { Terminal.warn(flaw.sentence) }
    }

    private func input() throws -> [UInt8] {
        if let hex, hex != "-" { return try bytes(fromHex: hex) }
        let content = try Input.read(file ?? "-")
        do {
            return try bytes(fromHexOrRaw: content)
        } catch let error as CommandError where (try? TagImage(reading: content, named: file)) != nil {
            throw error.remedied(by: "use `tapctl dump check`: this is a tag dump")
        }
    }
}

extension MessageLayer.Found: CommandResult {
    /// Returns the NDEF message as human-readable text: its size, and a line per record.
    func text(style: Style) -> String {
        guard !message.records.isEmpty else { return "an empty message: no records" }
        return "\(counted(message.records.count, "record")), \(counted(bytes.count, "byte"))\n\n"
            + message.text(style: style)
    }
}

extension NDEFMessage {
    /// Returns the records as human-readable text, with one or more lines per record.
    func text(style: Style) -> String { columns(records.flatMap(\.lines), style: style) }
}

/// `tapctl ndef encode`: encodes records as an NDEF message.
struct NDEFEncode: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode", abstract: "Create an NDEF message and print it in hex.",
        discussion: """
            EXAMPLES:
              tapctl ndef encode --uri https://example.com
              tapctl ndef encode --uri https://example.com --text en:Welcome
              tapctl ndef encode --mime image/png:@logo.png --as type2
              tapctl ndef decode d101045505313132 --json | tapctl ndef encode --json -

            Records are written in the order of their options, in the shortest valid form.
            """)

    @OptionGroup var records: RecordOptions

    @Option(
        help: ArgumentHelp(
            "A file with records in the format of `ndef decode --json`, or - for standard input.",
            valueName: "file"))
    var json: String?

    @Option(
        name: .customLong("as"),
        help: "The output: the message only, a Type 2 data area with its terminator, or a Type 4 NDEF file.")
    var layer = MessageLayer.message

    func validate() throws {
        if records.isEmpty, json == nil {
            throw ValidationError(
                "Add at least one record: --uri, --text, --mime, --external, --app or --json.")
        }
    }

    func run() throws {
        let message = try records.message(file: json).encoded()
        try StandardStream.out.write(hexText(layer.wrapping(message)) + "\n")
    }
}

extension MessageLayer {
    /// Returns the bytes of a message in this format.
    ///
    /// - Parameter message: The encoded NDEF message.
    fileprivate func wrapping(_ message: [UInt8]) throws -> [UInt8] {
        switch self {
        case .message: return message
        case .type2:
            // Room for the longest header and a terminator; the unused part is removed afterwards.
            var area = [UInt8](repeating: 0, count: message.count + 5)
            let layout = try NDEFMessageLayout(
                messageBytes: message.count, at: 0, reserved: [], areaBytes: area.count)
            layout.write(message, into: &area)
            return Array(area.prefix(layout.terminatorOffset.map { $0 + 1 } ?? area.count))
        case .type4: return try NDEFFile(messageBytes: message).encoded()
        }
    }
}
