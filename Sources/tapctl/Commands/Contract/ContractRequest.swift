import ArgumentParser
import Contracts
import Documents

/// `tapctl contract request`: the payer is asked to pay.
struct ContractRequest: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Ask the payer to pay, and print the link.",
        discussion: """
            EXAMPLES:
              tapctl contract request con_01jd3x0...
              tapctl contract request con_01jd3x0... --milestone 2
              tapctl contract request con_01jd3x0... --rotate       withdraw the open link

            Asked again the open link is printed again.
            """)

    @Option(
        help: ArgumentHelp(
            "Ask for this milestone, from 1 on. (default: the first payment)", valueName: "number"))
    var milestone: Int?

    @Flag(help: "Withdraw the open link and make another.")
    var rotate = false

    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        try await contract.perform(
            milestone.map(ContractCommand.requestMilestone) ?? .requestPayment, by: .payee, rotates: rotate)
    }
}
