import ArgumentParser

/// `tapctl payout`: money that goes to organizations' banks.
struct PayoutCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: "Pay organizations out, and match payouts with the bank.",
        subcommands: [PayoutList.self, PayoutRun.self, PayoutMatchCommand.self])
}
