import ArgumentParser

/// `tapctl backup`: all data in a folder that can be kept elsewhere.
struct BackupCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Keep a copy of all data, check it, and bring it back.",
        subcommands: [BackupMake.self, BackupCheck.self, BackupRestore.self])
}
