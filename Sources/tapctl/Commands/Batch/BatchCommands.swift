import ArgumentParser

/// `tapctl batch`: a box of tags, programmed seat by seat.
struct BatchCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Program many tags: which seat gets which tag.",
        subcommands: [
            BatchNew.self, BatchRun.self, BatchLock.self, BatchStatus.self, BatchList.self,
            BatchExportCommand.self,
            BatchUndo.self, BatchRemove.self,
        ])
}
