import ArgumentParser

/// `tapctl outbox`: what people are to be told.
struct OutboxCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List what people are to be told, and note that it was told.",
        subcommands: [OutboxList.self, OutboxDone.self])
}
