import ArgumentParser

/// `tapctl org`: who may be given to.
struct OrgCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "org", abstract: "Add and change organizations.",
        subcommands: [
            OrgAdd.self, OrgList.self, OrgShow.self, OrgEdit.self, OrgOnboard.self, OrgAlias.self,
            OrgHistory.self,
        ])
}
