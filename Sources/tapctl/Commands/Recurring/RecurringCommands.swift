import ArgumentParser

/// `tapctl recurring`: gifts that come again every month.
struct RecurringCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recurring", abstract: "List, change and end monthly gifts.",
        subcommands: [
            RecurringList.self, RecurringShow.self, RecurringChangeCommand.self, RecurringPause.self,
            RecurringResume.self, RecurringCancel.self,
        ])
}
