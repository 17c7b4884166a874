import ArgumentParser
import DataFolderKit

/// `tapctl dependent`: fees of services for people in a guardian's care.
struct DependentCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dependent", abstract: "Enroll dependents, and review, pay and refund their fees.",
        subcommands: [
            DependentEnroll.self, DependentLink.self, DependentList.self, DependentShow.self,
            DependentApprove.self, DependentRefund.self,
        ])
}

extension DependentProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [DependentCommands.self] }
}
