import ArgumentParser
import Documents
import TagReaders

/// `tapctl reader list`: the readers that could be used now.
struct ReaderList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the readers that are there.",
        discussion: """
            EXAMPLES:
              tapctl reader list
              tapctl reader list --serial   also ask the serial ports, which wakes them
              tapctl reader list --json

            Each line can be given to --reader as it stands, in quotes where it has spaces.
            Readers that pcscd drives are pcsc:NAME; a part of the name or its number, as
            pcsc:1, will do. Without a reader, sim:FILE is a virtual one.
            """)

    @Flag(help: "Also ask serial ports: a PN532 on a USB cable shows only there.")
    var serial = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let found = try await Interrupts.guarding { await ReaderName.found(askingSerialPorts: serial) }
        let readers = found.map(\.text)
        let document: JSONValue = [
            "object": "list",
            "data": .array(
                found.map {
                    ["object": "reader", "reader": .string($0.text), "source": .string($0.source)]
                }),
        ]
        if output.json || !readers.isEmpty {
            try output.print(document) { _ in readers.map(printable).joined(separator: "\n") }
        }
        if readers.isEmpty { Talk.say(Self.advice(ports: serial ? [] : LibNFCReader.serialPorts())) }
    }

    /// What to do where no reader was found.
    private static func advice(ports: [String]) -> String {
        var lines = ["no reader found"]
        if let port = ports.first {
            lines.append(
                "  not asked: \(ports.joined(separator: ", ")); `tapctl reader list --serial` asks, "
                    + "`--reader libnfc:pn532_uart:\(port)` uses one")
        }
        if ports.isEmpty {
            lines.append(
                "  a PN532 on a serial port is named: `--reader libnfc:pn532_uart:/dev/ttyUSB0`; "
                    + "`tapctl reader list --serial` asks the ports")
        }
        lines.append(
            "  without a reader: `tapctl sim tag new tag.nfc --type NTAG213`, then `--reader sim:tag.nfc`")
        return lines.joined(separator: "\n")
    }
}
