import ArgumentParser

/// `tapctl statement`: what a donor gave in a year.
struct StatementCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement", abstract: "Make yearly statements.", subcommands: [StatementMake.self])
}
