import ArgumentParser

/// `tapctl plan`: what there is to subscribe to.
struct PlanCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show the plans that there are.",
        subcommands: [PlanList.self, PlanShow.self])
}
