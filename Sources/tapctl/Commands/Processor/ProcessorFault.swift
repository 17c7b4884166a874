import ArgumentParser

/// `tapctl processor fault`: what goes wrong on demand.
struct ProcessorFault: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault", abstract: "Let requests and webhooks fail on demand.",
        subcommands: [ProcessorFaultSet.self, ProcessorFaultList.self, ProcessorFaultClear.self])
}
