import ArgumentParser

/// `tapctl secret`: what passwords are derived from.
struct SecretCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Make the secret of tags' passwords, and its sheet.",
        subcommands: [SecretNew.self, SecretSheet.self])
}
