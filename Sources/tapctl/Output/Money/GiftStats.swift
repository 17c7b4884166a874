import DatabaseKit
import Documents
import Giving
import MoneyKit

/// How many gifts there are, and what funds have got: of one organization, or of all.
struct GiftStats: Sendable {
    /// The organization's id; nil for all.
    let organization: String?
    /// How many of each status.
    let counts: [Gift.Status: Int]
    /// How many of those that failed were refused before any card was tried.
    let refused: Int
    /// What funds have got, by organization and fund.
    let totals: [(organization: String, total: FundTotal)]

    init(of organization: Organization?, in transaction: Transaction) throws {
        self.organization = organization?.id
        counts = try transaction.giftCounts(ofOrganization: organization?.id)
        refused = try transaction.refusedGiftCount(ofOrganization: organization?.id)
        let ids = try organization.map { [$0.id] } ?? transaction.allOrganizations().map(\.id)
        totals = try ids.flatMap { id in try transaction.fundTotals(ofOrganization: id).map { (id, $0) } }
    }

    /// How many gifts failed since a card was declined.
    var declined: Int { (counts[.failed] ?? 0) - refused }

    /// How many were tried to their end: paid, whatever became of them later, or declined.
    var tried: Int {
        let paid: [Gift.Status] = [.succeeded, .refunded, .partiallyRefunded, .disputed]
        return paid.reduce(declined) { $0 + (counts[$1] ?? 0) }
    }

    /// The share of declined gifts in hundredths of a percent, rounded down; nil where nothing was tried.
    var declineBasisPoints: Int? { tried > 0 ? declined * 10_000 / tried : nil }

    /// Whether more than 5 % were declined: cards are being tried, or givers meet a fault of ours.
    var isDeclineRateHigh: Bool { declined * 100 > tried * 5 }

    /// The document of `docs/json.md`.
    var document: JSONValue {
        [
            "object": "stats", "org": JSONValue(organization),
            "gifts": .object(
                Gift.Status.allCases.map { .init(key: $0.rawValue, value: .int(counts[$0] ?? 0)) }),
            "tried": .int(tried), "declined": .int(declined),
            "decline_basis_points": declineBasisPoints.map(JSONValue.int) ?? .null,
            "decline_rate_high": .bool(isDeclineRateHigh), "refused": .int(refused),
            "funds": .array(
                totals.map { organization, total in
                    [
                        "org": .string(organization), "fund": .string(total.fund),
                        "amount_minor": .int(Int(total.amount.minorUnits)),
                        "currency": .string(total.amount.currency.code), "gifts": .int(total.gifts),
                    ]
                }),
        ]
    }

    /// The same for a person.
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
