import ArgumentParser

/// `tapctl reader`: what tags are put on.
struct ReaderCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "Find readers.", subcommands: [ReaderList.self])
}
