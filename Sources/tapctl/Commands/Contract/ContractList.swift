import ArgumentParser
import Contracts
import DataFolderKit
import DatabaseKit
import Documents
import FailureKit
import Giving
import TextKit

/// `tapctl contract list`: lists contracts, newest first.
struct ContractList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List contracts, newest first.",
        discussion: """
            EXAMPLES:
              tapctl contract list
              tapctl contract list --status pending_signature
              tapctl contract list --org Builder --status disputed --json

            The column "progress" shows how many milestones are settled, such as "1 of 2".
            """)

    @Option(help: ArgumentHelp("Only contracts whose payee is this organization.", valueName: "id"))
    var org: String?

    @Option(
        help: ArgumentHelp(
            "Only contracts with this status: draft, active, completed, ... (default: all)",
            valueName: "status"),
        completion: .list(["all"] + ContractStatus.allCases.map(\.rawValue)), transform: StatusFilter.init(_:)
    )
    var status: StatusFilter?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (status, options) = (status?.status, page)
        let found = try await data.withData(needsProcessor: false) { data in
            let (payee, cursor) = try await data.read { transaction in
                let payee = try org.map { try transaction.contractAccount(of: $0).payee }
                let cursor = try options.cursor { id in
                    guard let contract = try transaction.contract(id) else { return false }
                    return payee == nil || contract.terms.payee == payee
                }
                return (payee, cursor)
            }
            return try await data.products.contracts.contracts(
                ofPayee: payee, in: status, after: cursor, limit: options.asked)
        }
        let page = Page(found, options)
        try output.print(
            page, id: \.id, document: { try $0.document() },
            none: "no contracts; `tapctl contract create` creates one", of: "contracts",
            filters: [org, status]
        ) { style in
            Contract.table(page.elements, style: style)
        }
    }

    /// A filter that selects contracts by status.
    struct StatusFilter: Sendable {
        /// The status of the selected contracts; nil for all contracts.
        let status: ContractStatus?

        init(_ text: String) throws {
            let status = ContractStatus(rawValue: text)
            guard status != nil || text == "all" else {
                let names = ["all"] + ContractStatus.allCases.map(\.rawValue)
                throw ValidationError("Use one of: \(names.joined(separator: ", ")).")
            }
            self.status = status
        }
    }
}
