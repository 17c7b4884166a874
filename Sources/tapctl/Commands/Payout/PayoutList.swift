import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// `tapctl payout list`: lists payouts, newest first.
struct PayoutList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List payouts, newest first.",
        discussion: """
            EXAMPLES:
              tapctl payout list
              tapctl payout list --org WoodlandsChurch --json
              tapctl payout list --org WoodlandsChurch --format csv > payouts.csv

            --format csv writes all payouts, unless you set --limit.
            """)

    @Option(help: .onlyOrganization)
    var org: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try sheet.refuse(beside: output) }

    func run() async throws {
        if sheet.isWanted {
            return try await sheet.printAll(page, head: PayeePayout.sheetHead, id: \.id, found: found) {
                [$0.sheetLine(names: $1)]
            }
        }
        let (found, names) = try await found(after: nil, limit: page.asked)
        try output.print(
            found, page, id: \.id, document: { $0.document(org: names.organization(ofAccount: $0.payee)) },
            none: "no payouts; `tapctl payout run` creates them", of: "payouts", filters: [org]
        ) {
            PayeePayout.table($0, names: names, style: $1)
        }
    }

    private func found(after last: String?, limit: Int) async throws -> ([PayeePayout], GivingNames) {
        try await data.read { transaction, now in
            let organizations =
                try org.map { [try transaction.knownOrganization($0)] } ?? transaction.allOrganizations()
            let names = try GivingNames(organizations: organizations, in: transaction, at: now)
            let account = org == nil ? nil : organizations.first?.account
            let cursor =
                try last
                ?? page.cursor { id in
                    guard let payout = try transaction.payout(id) else { return false }
                    return org == nil || payout.payee == account
                }
            // An organization without an account has no payouts.
            if org != nil, account == nil { return ([], names) }
            return (try transaction.payouts(ofPayee: account, after: cursor, limit: limit), names)
        }
    }
}
