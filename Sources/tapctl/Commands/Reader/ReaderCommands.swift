import ArgumentParser
import Documents
import FailureKit
import TagReaders

/// `tapctl reader`: finds and diagnoses readers.
struct ReaderCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "Find readers, and diagnose problems with them.",
        subcommands: [ReaderList.self, ReaderDoctor.self])
}

/// `tapctl reader list`: lists the connected readers.
struct ReaderList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the connected readers.",
        discussion: """
            EXAMPLES:
              tapctl reader list
              tapctl reader list --serial   also search serial ports
              tapctl reader list --json

            Each line can be passed to --reader as printed, in quotes if it has spaces.
            Readers that use pcscd are listed as pcsc:NAME; part of the name, or a number,
            is also accepted, as in pcsc:1. If you have no reader, use a virtual one:
            sim:FILE.
            """)

    @Flag(
        help:
            "Also search serial ports, for example for a PN532 on a USB serial cable; the search sends bytes to every device on these ports."
    )
    var serial = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let found = try await Interrupts.guarding { await ReaderName.found(askingSerialPorts: serial) }
        let readers = found.map(\.text)
        let document: JSONValue = [
            "object": "list",
            "data": .array(
                found.map {
                    ["object": "reader", "reader": $0.text.json, "source": $0.source.json]
                }),
        ]
        if output.json || !readers.isEmpty {
            try output.print(document, readers.map(printable).joined(separator: "\n"))
        }
        if readers.isEmpty { Terminal.say(Self.advice(ports: serial ? [] : LibNFCReader.serialPorts())) }
    }

    /// Returns the message that no reader was found, with possible next steps.
    ///
    /// - Parameter ports: The serial ports that were not searched.
    private static func advice(ports: [String]) -> String {
        var lines = ["no reader found"]
        if let port = ports.first {
            lines.append(
                "  serial ports were not searched (\(ports.joined(separator: ", "))): "
                    + "`tapctl reader list --serial` also searches serial ports, and "
                    + "`--reader libnfc:pn532_uart:\(port)` uses \(port)")
        }
        if ports.isEmpty {
            lines.append(
                "  for a PN532 on a serial port, use its port, as in `--reader libnfc:pn532_uart:/dev/ttyUSB0`"
            )
        }
        lines.append(
            "  if you have no reader, create a virtual tag with `tapctl sim tag new tag.nfc`, and use `--reader sim:tag.nfc`"
        )
        return lines.joined(separator: "\n")
    }
}

/// `tapctl reader doctor`: lists the problems with readers, and the commands that solve them.
struct ReaderDoctor: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Show why a reader does not work, and how to fix it.",
        discussion: """
            EXAMPLES:
              tapctl reader doctor
              tapctl reader doctor --json
              tapctl reader doctor --root /media/ann/rootfs --user pi

            Checks the connected devices, the driver or program that uses each of them
            (such as pcscd or the kernel's pn533), your permissions, udev rules, module
            blacklists, libnfc's files and the PC/SC daemon. It opens no device and changes
            nothing, but prints the commands that fix each problem. Exits with 1 if there
            is a problem, or no reader.
            """)

    @Option(
        help: ArgumentHelp(
            "The root folder of a different system, such as a mounted SD card.", valueName: "folder"),
        completion: .directory)
    var root = "/"

    @Option(
        help: ArgumentHelp(
            "The user whose access to the reader is checked. (default: you)", valueName: "name"))
    var user: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let diagnosis = ReaderDiagnosis(ReaderFacts(root: root, account: try account()))
        try output.print(diagnosis)
        if !diagnosis.isGood { throw ExitCode.no }
    }

    private func account() throws -> ReaderFacts.Account {
        guard let user else { return .current(root: root) }
        guard let account = ReaderFacts.Account(named: user, root: root) else {
            throw CommandError(
                .notFound, code: "noSuchUser", "there is no user \(user)",
                reason: "\(root == "/" ? "" : root)/etc/passwd does not list this user",
                remedy: "check the spelling of the user name")
        }
        return account
    }
}
