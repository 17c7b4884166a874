import ArgumentParser

/// `tapctl url`: giving URLs without a tag.
struct URLCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "url", abstract: "Read, make and check giving URLs, without a reader.",
        subcommands: [
            URLParse.self, URLMake.self, URLQR.self, URLCheckCommand.self, URLFollow.self, URLVerifySUN.self,
        ])
}
