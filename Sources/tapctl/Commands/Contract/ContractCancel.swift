import ArgumentParser
import Contracts

/// `tapctl contract cancel`: it is ended.
struct ContractCancel: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a contract and refund what is held.",
        discussion: """
            EXAMPLES:
              tapctl contract cancel con_01jd3x0... --as payee \\
                  --reason "Not needed any more"

            What was released stays with the payee.
            """)

    @Option(help: ArgumentHelp("Why; it is kept with the contract.", valueName: "text"))
    var reason = ""

    @OptionGroup var party: ContractPartyOptions
    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        try await contract.perform(.cancel, by: party.party, reason: reason)
    }
}
