import ArgumentParser

/// `tapctl payout`: pays out available balances, lists payouts, and matches them with bank statements.
struct PayoutCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: "Pay out money, and match bank statements.",
        subcommands: [PayoutList.self, PayoutRun.self, PayoutMatchCommand.self])
}
