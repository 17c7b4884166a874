import ArgumentParser

/// `tapctl admin`: who signs in to the pages below `/admin`.
struct AdminCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Say who may sign in to the pages of `tapctl serve` below /admin.",
        subcommands: [AdminAdd.self, AdminList.self, AdminRemove.self])
}
