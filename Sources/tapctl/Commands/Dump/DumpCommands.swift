import ArgumentParser

/// `tapctl dump`: files of tags, without a tag.
struct DumpCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Convert and check files of tags, without a reader.",
        subcommands: [DumpConvert.self, DumpCheck.self])
}
