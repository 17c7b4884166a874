import ArgumentParser
import Contracts
import Documents

/// `tapctl contract release`: held money goes to the payee.
struct ContractRelease: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Let the money of a completed milestone go to the payee.",
        discussion: """
            EXAMPLES:
              tapctl contract release con_01jd3x0... --milestone 1

            The payer does so, once the milestone is completed. It cannot be taken back.
            """)

    @Option(help: ArgumentHelp("Which milestone, from 1 on.", valueName: "number"))
    var milestone: Int

    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        try await contract.perform(.release(milestone), by: .payer)
    }
}
