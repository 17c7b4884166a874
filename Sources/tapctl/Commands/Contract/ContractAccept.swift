import ArgumentParser
import Contracts

/// `tapctl contract accept`: a party agrees.
struct ContractAccept: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a contract as one of its parties.",
        discussion: """
            EXAMPLES:
              tapctl contract accept con_01jd3x0... --as payer

            Whoever pays for the first time has accepted, too.
            """)

    @OptionGroup var party: ContractPartyOptions
    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        try await contract.perform(.accept, by: party.party)
    }
}
