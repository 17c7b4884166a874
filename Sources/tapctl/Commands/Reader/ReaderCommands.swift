import ArgumentParser

/// `tapctl reader`: what tags are put on.
struct ReaderCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader", abstract: "Find readers, and what is in their way.",
        subcommands: [ReaderList.self, ReaderDoctor.self])
}
