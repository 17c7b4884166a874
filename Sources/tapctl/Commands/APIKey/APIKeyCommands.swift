import ArgumentParser

/// `tapctl api-key`: which programs may use the API below `/api`.
struct APIKeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-key", abstract: "Say which programs may use the API of `tapctl serve` below /api.",
        subcommands: [APIKeyAdd.self, APIKeyList.self, APIKeyRemove.self])
}
