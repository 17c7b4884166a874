import DatabaseKit
import Documents
import Giving
import MoneyKit

extension GiftStats {
    /// The text for a person.
    func text(style: Style) -> String {
        guard !counts.isEmpty else { return "no gifts; `tapctl gift make` makes one" }
        var rows = Gift.Status.allCases.compactMap { status in
            counts[status].map { (status.word(style: style), String($0)) }
        }
        if let points = declineBasisPoints {
            let rest = points % 100
            let share = "\(points / 100).\(rest < 10 ? "0" : "")\(rest) % of \(tried)"
            rows.append(("declined", isDeclineRateHigh ? style.yellow("! \(share): more than 5 %") : share))
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
