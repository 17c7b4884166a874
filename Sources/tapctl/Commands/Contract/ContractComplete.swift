import ArgumentParser
import Contracts
import Documents

/// `tapctl contract complete`: work is done.
struct ContractComplete: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "Say that the work, or a milestone of it, is done.",
        discussion: """
            EXAMPLES:
              tapctl contract complete con_01jd3x0...
              tapctl contract complete con_01jd3x0... --milestone 1

            What is paid when the work is done is asked for: the link is printed.
            """)

    @Option(help: ArgumentHelp("This milestone, from 1 on.", valueName: "number"))
    var milestone: Int?

    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        try await contract.perform(
            milestone.map(ContractCommand.completeMilestone) ?? .complete, by: .payee)
    }
}
