import ArgumentParser
import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// `tapctl payout match`: what a payout is made of.
struct PayoutMatchCommand: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Show which gifts, refunds and fees make up a payout.",
        discussion: """
            EXAMPLES:
              tapctl payout match po_0000004Q...
              tapctl payout match po_0000004Q... --json | jq -r '.lines[].gift'
              tapctl payout match po_0000004Q... --format csv > payout.csv

            One payout is one line on the bank's statement. It is made of everything that
            had become available before it and after the payout before it. What was taken
            back is named with its gift: the oldest that is owed is taken first. Ends with
            1 when the lines do not come to the payout's amount, as for one of a part of the
            balance that was made elsewhere.
            """)

    @Argument(help: "The payout's id.")
    var id: String

    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try sheet.refuse(beside: output) }

    func run() async throws {
        let id = id
        let (match, gifts, names) = try await data.withData(needsProcessor: false) { data in
            guard try await data.read({ try $0.payout(id) }) != nil else {
                throw GivingError(.notFound, "payout \(id.prefix(40))")
            }
            let match = try await data.payments.match(payout: id)
            let now = data.clock.now()
            let (gifts, names) = try await data.read { unit in
                let payments = Set(match.lines.flatMap(\.parts).compactMap(\.payment))
                let gifts = try payments.compactMap { payment in
                    try unit.gift(payment: payment).map { (payment, $0.id) }
                }
                let names = try GivingNames(organizations: unit.allOrganizations(), in: unit, at: now)
                return (Dictionary(gifts, uniquingKeysWith: { $1 }), names)
            }
            return (match, gifts, names)
        }
        let org = names.organization(ofAccount: match.payout.payee)
        if sheet.isWanted {
            try sheet.print([PayoutMatch.sheetHead] + match.sheetLines(gifts: gifts, names: names))
        } else {
            try output.print(match.document(gifts: gifts, org: org)) {
                match.text(gifts: gifts, names: names, style: $0)
            }
        }
        if match.differenceMinor != 0 { throw ExitCode.no }
    }
}
