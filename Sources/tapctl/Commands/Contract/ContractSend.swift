import ArgumentParser
import Contracts
import Documents

/// `tapctl contract send`: the payer gets it.
struct ContractSend: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a draft to the payer.",
        discussion: """
            EXAMPLES:
              tapctl contract send con_01jd3x0...

            Amounts are frozen. Where something is paid before the work, the payment link
            is opened and printed.
            """)

    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        try await contract.perform(.send, by: .payee)
    }
}
