import ArgumentParser

/// `tapctl fund`: what gifts are for.
struct FundCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fund", abstract: "Add, list, rename, close and reopen funds.",
        subcommands: [FundAdd.self, FundList.self, FundEdit.self, FundClose.self, FundReopen.self])
}
