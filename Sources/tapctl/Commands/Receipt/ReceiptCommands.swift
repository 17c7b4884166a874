import ArgumentParser

/// `tapctl receipt`: papers that say what was given.
struct ReceiptCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "Show receipts.", subcommands: [ReceiptShow.self])
}
