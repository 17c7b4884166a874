import ArgumentParser

/// `tapctl processor`: the simulated processor, for any program that speaks Stripe's API.
struct ProcessorCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "processor", abstract: "Serve Stripe's API, with only a file behind it.",
        subcommands: [
            ProcessorServe.self, ProcessorClock.self, ProcessorListen.self, ProcessorTriggerCommand.self,
            ProcessorEvents.self,
            ProcessorDeliveries.self, ProcessorResend.self, ProcessorRoll.self, ProcessorFault.self,
        ])
}
