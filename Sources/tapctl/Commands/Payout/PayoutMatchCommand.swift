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
              tapctl payout match po_0000004Q…
              tapctl payout match po_0000004Q… --json | jq -r '.lines[].gift'

            One payout is one line on the bank's statement. It is made of everything that
            had become available before it and after the payout before it. Refunds and
            returned fees are named by the processor without their gift. Ends with 1 when
            the lines do not come to the payout's amount, as for one of a part of the
            balance that was made elsewhere.
            """)

    @Argument(help: "The payout's id.")
    var id: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let id = id
        let (match, gifts, names) = try await data.withData { data in
            let match = try await data.payments.match(payout: id)
            let (gifts, names) = try await data.read { unit in
                let gifts = try match.lines.compactMap { line in
                    try line.payment.flatMap { try unit.gift(payment: $0) }.map { (line.id, $0.id) }
                }
                return (
                    Dictionary(gifts, uniquingKeysWith: { $1 }), try unit.allOrganizations().byAccount
                )
            }
            return (match, gifts, names)
        }
        try output.print(match.document(gifts: gifts, org: names[match.payout.payee])) {
            match.text(gifts: gifts, org: names[match.payout.payee], style: $0)
        }
        if match.differenceMinor != 0 { throw ExitCode.no }
    }
}
