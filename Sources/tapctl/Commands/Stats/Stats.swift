import ArgumentParser
import Contracts
import DatabaseKit
import DataFolderKit
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import TextKit

/// `tapctl stats`: shows counts by product and state, the decline rate, and the totals of funds.
struct Stats: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count gifts, declines, contracts and payments.",
        discussion: """
            EXAMPLES:
              tapctl stats
              tapctl stats --org WoodlandsChurch --json

            The decline rate is the share of declined gifts among all completed attempts;
            a rate of more than 5% is marked. The rate ignores gifts that were refused
            before any card was tried, for example because of a mistyped method. The column
            "gifts less refunds" does not include fees that donors covered, and the
            processor's fees are not deducted. Contracts and each product's payments are
            counted by state. With --org, the contracts and payments of the organization's
            payees are included.
            """)

    @Option(help: .onlyOrganization)
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let stats = try await data.read { transaction in
            try CombinedStats(of: org.map(transaction.knownOrganization), in: transaction)
        }
        try output.print(stats.document) { style in
            let gifts =
                stats.gifts.text(style: style)
                ?? emptyText("no gifts; `tapctl gift make` creates one", of: "gifts", filters: [org])
            return [gifts, stats.products.text(style: style)].compactMap(\.self)
                .joined(separator: "\n\n")
        }
    }
}

extension GiftStats {
    /// Returns the statistics about gifts as human-readable text; nil if there are no gifts.
    func text(style: Style) -> String? {
        guard !counts.isEmpty else { return nil }
        var rows = Gift.Status.allCases.compactMap { status in
            counts[status].map { (status.word(style: style), String($0)) }
        }
        if let points = declineBasisPoints {
            let share = "\(percentage(Int64(points))) of \(tried)"
            rows.append(("declined", isDeclineRateHigh ? style.yellow("! \(share): more than 5%") : share))
        }
        if refused > 0 { rows.append(("refused", "\(refused), before any card was tried")) }
        let funds = totals.map { organization, total in
            ["\(organization)/\(total.fund)", total.amount.shown, String(total.gifts)]
        }
        let parts = [
            columns(rows, style: style),
            funds.isEmpty
                ? nil
                : table(
                    [["fund", "gifts less refunds", "gifts"]] + funds,
                    numbers: ["gifts less refunds", "gifts"], style: style),
        ]
        return parts.compactMap(\.self).joined(separator: "\n\n")
    }
}

extension ProductStats {
    /// Returns the statistics about products other than gifts as human-readable text; nil if all counts are
    /// zero.
    func text(style: Style) -> String? {
        let agreed = ContractStatus.allCases.compactMap { status in
            contracts[status].map { ["contract", status.word, String($0)] }
        }
        let paid = payments.filter { $0.kind != GivingPolicy.kind }.map {
            ["\($0.kind.replacing("_", with: " ")) payment", $0.state.word, String($0.count)]
        }
        guard !(agreed + paid).isEmpty else { return nil }
        return table([["what", "state", "count"]] + agreed + paid, numbers: ["count"], style: style)
    }
}
