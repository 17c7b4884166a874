import ArgumentParser

/// `tapctl secret`: what passwords are derived from.
struct SecretCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Make, print, restore the secret of tags' passwords.",
        subcommands: [SecretNew.self, SecretSheet.self, SecretRestore.self])
}
