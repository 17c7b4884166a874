import ArgumentParser

/// `tapctl gift`: money given.
struct GiftCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gift", abstract: "Give, list gifts, and give money back.",
        subcommands: [
            GiftMake.self, GiftList.self, GiftShow.self, GiftChallenge.self, GiftRetry.self, GiftRefund.self,
        ])
}
