import ArgumentParser
import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// `tapctl payout list`: payouts, newest first.
struct PayoutList: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List payouts, newest first.",
        discussion: """
            EXAMPLES:
              tapctl payout list
              tapctl payout list --org WoodlandsChurch --json
            """)

    @Option(help: ArgumentHelp("Only of this organization.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("Start after this payout.", valueName: "id"))
    var after: String?

    @Option(help: ArgumentHelp("How many to show, 1 to 1000.", valueName: "count"))
    var limit = 25

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError("--limit takes 1 to 1000.") }
    }

    func run() async throws {
        let (org, after, limit) = (org, after, limit)
        let (found, names) = try await data.withData { data in
            try await data.read { unit in
                let organizations =
                    try org.map { [try unit.knownOrganization($0)] } ?? unit.allOrganizations()
                if let organization = organizations.first, org != nil, organization.account == nil {
                    return ([PayeePayout](), [String: String]())
                }
                return (
                    try unit.payouts(
                        ofPayee: org == nil ? nil : organizations.first?.account, behind: after,
                        limit: limit + 1),
                    organizations.byAccount
                )
            }
        }
        let page = Array(found.prefix(limit))
        try output.print(
            .list(page.map { $0.document(org: names[$0.payee]) }, hasMore: found.count > limit)
        ) { style in
            guard !page.isEmpty else { return "no payouts; `tapctl payout run` makes them" }
            return PayeePayout.table(page, names: names, style: style)
        }
    }
}
