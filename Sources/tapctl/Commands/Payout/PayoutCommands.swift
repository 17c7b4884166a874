import ArgumentParser

/// `tapctl payout`: pays organizations out, and matches payouts with bank statements.
struct PayoutCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: "Pay organizations out, and match payouts with the bank.",
        subcommands: [PayoutList.self, PayoutRun.self, PayoutMatchCommand.self])
}
