import ArgumentParser

/// `tapctl managed`: tags whose destination can be changed, `/t/{tag}`.
struct ManagedCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "managed", abstract: "Change where managed tags lead, withdraw and replace them.",
        subcommands: [ManagedList.self, ManagedAim.self, ManagedRevoke.self, ManagedReplace.self])
}
