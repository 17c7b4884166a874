import ArgumentParser
import Documents
import TagKit

/// `tapctl ndef encode`: records to bytes.
struct NDEFEncode: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode", abstract: "Make an NDEF message and print it in hex.",
        discussion: """
            EXAMPLES:
              tapctl ndef encode --uri https://example.com
              tapctl ndef encode --uri https://example.com --text en:Welcome
              tapctl ndef encode --mime image/png:@logo.png --as type2
              tapctl ndef decode d101045505313132 --json | tapctl ndef encode --json -

            Records stand in the order of their options, in the shortest legal form.
            """)

    @OptionGroup var records: RecordOptions

    @Option(
        help: ArgumentHelp(
            "Input, not output: a file of records as `ndef decode --json` prints them, or -.",
            valueName: "file"))
    var json: String?

    @Option(
        name: .customLong("as"),
        help: "What to print: the message alone, a Type 2 data area with its terminator, a Type 4 NDEF file.")
    var layer = MessageLayer.message

    func validate() throws {
        if records.isEmpty, json == nil {
            throw ValidationError(
                "Give at least one record: --uri, --text, --mime, --external, --app or --json.")
        }
    }

    func run() throws {
        let message = try records.message(file: json).encoded()
        try StandardStream.out.write(hexText(try layer.wrapping(message)) + "\n")
    }
}

extension MessageLayer {
    /// The message as it stands in the memory of a tag.
    fileprivate func wrapping(_ message: [UInt8]) throws -> [UInt8] {
        switch self {
        case .message: return message
        case .type2:
            // Room for the longest header and a terminator; what is not needed is cut off again.
            var area = [UInt8](repeating: 0, count: message.count + 5)
            let layout = try NDEFMessageLayout(
                messageBytes: message.count, at: 0, reserved: [], areaBytes: area.count)
            layout.write(message, into: &area)
            return Array(area.prefix(layout.terminatorOffset.map { $0 + 1 } ?? area.count))
        case .type4: return try NDEFFile(messageBytes: message).encoded()
        }
    }
}
