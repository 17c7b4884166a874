import ArgumentParser
import Contracts

/// `tapctl contract dispute`: a party reports an issue.
struct ContractDispute: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "dispute", abstract: "Dispute a contract: no money moves until it is resolved.",
        discussion: """
            EXAMPLES:
              tapctl contract dispute con_01jd3x0... --as payer --reason "Not as agreed"
            """)

    @Option(help: ArgumentHelp("Why; it is kept with the contract.", valueName: "text"))
    var reason: String

    @OptionGroup var party: ContractPartyOptions
    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        try await contract.perform(.dispute, by: party.party, reason: reason)
    }
}
