import ArgumentParser
import Contracts

/// `tapctl contract show`: one contract.
struct ContractShow: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a contract and what can be done with it.",
        discussion: """
            EXAMPLES:
              tapctl contract show con_01jd3x0...
              tapctl contract show con_01jd3x0... --json | jq .allowed
            """)

    @Argument(help: "The contract's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let id = id
        try output.print(
            try await data.withData(needsProcessor: false) { try await $0.products.contracts.contract(id) })
    }
}
