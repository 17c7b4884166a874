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
        help: "Only contracts with this status: draft, active, completed, ... (default: all)",
        completion: .list(["all"] + ContractStatus.allCases.map(\.rawValue)), transform: StatusFilter.init(_:)
    )
    var status: StatusFilter?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let status = status?.status
        let found = try await data.withData(needsProcessor: false) { data in
            let (payee, cursor) = try await data.read { transaction in
                let payee = try org.map { try transaction.contractAccount(of: $0).payee }
                let cursor = try page.cursor { id in
                    guard let contract = try transaction.contract(id) else { return false }
                    return payee == nil || contract.terms.payee == payee
                }
                return (payee, cursor)
            }
            return try await data.products.contracts.contracts(
                ofPayee: payee, in: status, after: cursor, limit: page.asked)
        }
        try output.print(
            found, page, id: \.id, document: { try $0.document() },
            none: "no contracts; `tapctl contract create` creates one", of: "contracts",
            filters: [org, status]
        ) { contracts, style in
            table(
                [["contract", "payer", "title", "total", "progress", "status"]]
                    + contracts.map { contract in
                        [
                            contract.id, printable(contract.terms.payer.name),
                            printable(contract.terms.title), contract.terms.total.shown,
                            contract.progress.counted, contract.status.word(style: style),
                        ]
                    }, numbers: ["total"], shrinking: ["payer", "title", "status"], style: style)
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
