import ArgumentParser

/// `tapctl dependent`: fees of services for people in a guardian's care.
struct DependentCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dependent", abstract: "Enroll dependents, review what is due, pay and refund it.",
        subcommands: [
            DependentEnroll.self, DependentLink.self, DependentList.self, DependentShow.self,
            DependentApprove.self, DependentRefund.self,
        ])
}
