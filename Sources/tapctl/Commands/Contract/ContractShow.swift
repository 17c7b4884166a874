import ArgumentParser
import Contracts
import DataFolderKit
import Documents
import InvocationRouter
import TokenKit

/// `tapctl contract show`: one contract.
struct ContractShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a contract and what can be done with it.",
        discussion: """
            EXAMPLES:
              tapctl contract show con_01jd3x0...
              tapctl contract show con_01jd3x0... --json | jq .allowed
              tapctl contract show con_01jd3x0... --json | jq -r .link

            If a payment is requested, the last line is the open payment link.
            """)

    @Argument(help: "The contract's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let hosts = try hosts.hosts()
        let (contract, token) = try await data.withData(needsProcessor: false) { data in
            let contracts = data.products.contracts
            let contract = try await contracts.contract(id)
            return (contract, try await data.read { try contracts.openLink(of: contract, in: $0) })
        }
        let link = try token.map { try Route.payment(token: $0.text).url(hosts: hosts) }
        try output.print(contract, link: link)
    }
}
