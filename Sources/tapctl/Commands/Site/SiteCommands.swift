import ArgumentParser

/// `tapctl site`: the files that tie a host to its apps.
struct SiteCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site", abstract: "Make and check the files that tie a host to its apps.",
        subcommands: [SiteCheck.self, SiteMake.self])
}
