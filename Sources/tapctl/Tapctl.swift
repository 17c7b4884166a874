import ArgumentParser
import DataFolderKit
import Documents

/// The root command of tapctl.
@main
struct Tapctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tapctl",
        abstract: "Program NFC tags with giving URLs, process the gifts, and account for them.",
        discussion: """
            EXAMPLES:
              tapctl demo                                  follow a tap, without hardware
              tapctl tag write --org WoodlandsChurch --fund 12 --recurring
              tapctl tag read                              what a phone would see
              tapctl sim tag new seat.nfc --type NTAG213   a virtual tag in a file
              tapctl tag info --reader sim:seat.nfc        use it with any command
              tapctl batch run Main                        a church's tags, seat by seat
              tapctl gift make --url URL --method pm_card_visa --name N --email E
              tapctl run fixtures/scenarios/sunday-morning.yaml

            READERS:
              --reader, else $TAPCTL_READER, else the first real reader.
              libnfc:CONNSTRING    libnfc:pn532_uart:/dev/ttyUSB0
              pcsc:NAME|NUMBER     any contactless reader that pcscd supports
              sim:FILE|FOLDER      tag files, read by libnfc on a virtual PN532
              replay:FILE          a session recorded with --trace

            EXIT CODES:
            \(ExitCode.table)
            """,
        version: Version.line,
        groupedSubcommands: [
            CommandGroup(name: "Try it", subcommands: [Demo.self, Run.self]),
            CommandGroup(
                name: "Tags",
                subcommands: [
                    TagCommands.self, SecretCommands.self, ReaderCommands.self, DumpCommands.self,
                    SimCommands.self, NDEFCommands.self,
                ]),
            CommandGroup(
                name: "Many tags", subcommands: [BatchCommands.self, Audit.self, ManagedCommands.self]),
            CommandGroup(
                name: "Links and phones", subcommands: [URLCommands.self, Invoke.self, SiteCommands.self]),
            CommandGroup(
                name: "Giving",
                subcommands: [
                    OrgCommands.self, FundCommands.self, GiftCommands.self, RecurringCommands.self,
                    DonorCommands.self, ReceiptCommands.self, StatementCommands.self,
                ]),
            CommandGroup(
                name: "Products",
                subcommands: Products.all.compactMap { $0 as? any CommandProduct }.flatMap(\.commands)),
            CommandGroup(
                name: "Money",
                subcommands: [
                    PaymentCommands.self, PayoutCommands.self, LedgerCommands.self, OutboxCommands.self,
                    Stats.self,
                ]),
            CommandGroup(
                name: "Pages",
                subcommands: [Serve.self, AdminCommands.self, APIKeyCommands.self, AuditLogCommands.self]),
            CommandGroup(name: "The simulated processor", subcommands: [ProcessorCommands.self]),
            CommandGroup(name: "Data", subcommands: [BackupCommands.self, Move.self]),
            CommandGroup(name: "Setup", subcommands: [Completion.self, VersionCommand.self]),
        ])

    /// Runs the program. The process exits with one of the codes in ``ExitCode``.
    static func main() async { await Program.main() }
}
