import ArgumentParser

/// `tapctl donor`: the people who give.
struct DonorCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "donor", abstract: "List donors, show what is kept of one, and forget them.",
        subcommands: [DonorList.self, DonorShow.self, DonorExportCommand.self, DonorForget.self])
}
