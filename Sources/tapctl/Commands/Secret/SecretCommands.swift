import ArgumentParser

/// `tapctl secret`: what passwords are derived from.
struct SecretCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Make the secret from which tags' passwords are derived.",
        subcommands: [SecretNew.self, SecretSheet.self])
}
