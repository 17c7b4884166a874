import ArgumentParser

/// `tapctl donor`: the people who give.
struct DonorCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "donor", abstract: "Show a donor what is kept, and forget them.",
        subcommands: [DonorExportCommand.self, DonorForget.self])
}
