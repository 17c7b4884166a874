import ArgumentParser

/// `tapctl payout`: manages payouts to organizations' banks.
struct PayoutCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: "Pay organizations out, and match payouts with the bank.",
        subcommands: [PayoutList.self, PayoutRun.self, PayoutMatchCommand.self])
}
