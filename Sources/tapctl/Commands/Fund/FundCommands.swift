import ArgumentParser

/// `tapctl fund`: what gifts are for.
struct FundCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fund", abstract: "Add, list and close funds.",
        subcommands: [FundAdd.self, FundList.self, FundClose.self])
}
