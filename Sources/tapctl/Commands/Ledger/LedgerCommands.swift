import ArgumentParser

/// `tapctl ledger`: where the money is, by double entry.
struct LedgerCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "Check, show, export and close the ledger.",
        subcommands: [
            LedgerCheckCommand.self, LedgerBalances.self, LedgerExport.self, LedgerJournal.self,
            LedgerClose.self, LedgerLate.self,
        ])
}
