import ArgumentParser
import DataFolderKit

/// `tapctl plan`: the plans and their promotion codes.
struct PlanCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show the plans, and create promotion codes.",
        subcommands: [PlanList.self, PlanShow.self, PlanPromote.self, PlanPromotion.self])
}

extension PlanProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [PlanCommands.self, BillingCommands.self] }
}
