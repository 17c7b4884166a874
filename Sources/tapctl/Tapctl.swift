import ArgumentParser

/// The root of the command line.
@main
struct Tapctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tapctl",
        abstract: "Program, read and try NFC tags that carry giving URLs.",
        discussion: """
            EXAMPLES:
              tapctl demo                                  the way of a tap, no hardware
              tapctl tag write --org WoodlandsChurch --fund 12 --recurring
              tapctl tag read                              what a phone would see
              tapctl sim tag new seat.nfc --type NTAG213   a virtual tag in a file,
              tapctl tag info --reader sim:seat.nfc        and any command on it

            READERS:
              --reader, else $TAPCTL_READER, else the first real reader.
              libnfc:CONNSTRING    libnfc:pn532_uart:/dev/ttyUSB0
              sim:FILE|FOLDER      a virtual PN532 behind the real libnfc, its tag a file
              replay:FILE          a session that --trace recorded, answered again

            EXIT CODES:
            \(ExitCode.table)
            """,
        version: "0.1.0",
        subcommands: [
            Demo.self, TagCommands.self, NDEFCommands.self, URLCommands.self, Invoke.self,
            SiteCommands.self, ReaderCommands.self, OrgCommands.self,
            FundCommands.self, GiftCommands.self, RecurringCommands.self, ReceiptCommands.self,
            StatementCommands.self, DonorCommands.self, LedgerCommands.self, PayoutCommands.self,
            PaymentCommands.self, Stats.self, Run.self, SimCommands.self,
        ])

    /// Ends the process with one of the numbers of ``ExitCode``.
    static func main() async { await Program.main() }
}
