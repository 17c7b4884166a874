import ArgumentParser

/// `tapctl receipt`: papers that say what was given.
struct ReceiptCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "List and show receipts.",
        subcommands: [ReceiptList.self, ReceiptShow.self, ReceiptSeriesList.self])
}
