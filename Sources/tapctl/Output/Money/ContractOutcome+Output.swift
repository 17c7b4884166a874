import Contracts
import Documents
import InvocationRouter
import TokenKit

extension OutputOptions {
    /// Prints a contract as a command has left it, with the link that the command opened.
    func print(_ outcome: ContractOutcome, hosts: HostList) throws {
        let link = try outcome.link.map { try Route.payment(token: $0.text).url(hosts: hosts) }
        try print(outcome.contract, link: link)
    }

    /// Prints a contract.
    func print(_ contract: Contract, link: String? = nil) throws {
        let document = try contract.document(link: link)
        try printColumns(document) { try contract.lines(link: link, style: $0) }
    }
}
