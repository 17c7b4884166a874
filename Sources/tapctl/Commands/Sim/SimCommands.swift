import ArgumentParser

/// `tapctl sim`: tags and readers without hardware.
struct SimCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sim", abstract: "Virtual tags, a virtual reader, recorded sessions.",
        subcommands: [SimTag.self, SimReader.self, SimReplay.self])
}

/// `tapctl sim tag`.
struct SimTag: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Virtual tags, each in a file.", subcommands: [SimTagNew.self])
}
