import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension MatchedStatement: CommandResult {
    /// Returns the matched bank statement as human-readable text: matched payouts by fund, then each kind of
    /// unmatched item.
    func text(style: Style) -> String {
        let (first, last) = (statement.days.lowerBound.iso8601, statement.days.upperBound.iso8601)
        var parts = ["\(organization)  \(first) to \(last)  \(counted(statement.deposits.count, "deposit"))"]
        if !found.pairs.isEmpty { parts.append(matchedTable(style)) }
        for tie in found.ties {
            parts.append(
                style.red("these deposits and payouts match in more than one way") + "\n"
                    + depositTable(tie.deposits, style) + "\n" + payoutTable(tie.payouts, style))
        }
        if !found.strangers.isEmpty {
            parts.append("deposits that are not payouts\n" + depositTable(found.strangers, style))
        }
        if !found.missing.isEmpty {
            parts.append(
                style.red("payouts that should have arrived, but did not") + "\n"
                    + payoutTable(found.missing, style))
        }
        if !found.open.isEmpty {
            parts.append(
                "payouts that may have arrived before the statement's first day, or may arrive after its last day\n"
                    + payoutTable(found.open, style))
        }
        let counts = [
            (found.pairs.count, "matched"), (found.ties.count, "ambiguous"),
            (found.strangers.count, "without a payout"), (found.missing.count, "missing"),
        ]
        let end = counts.map { "\($0) \($1)" }.joined(separator: ", ")
        parts.append(isWhole ? style.green("clear") + "  " + end : style.red("not clear") + "  " + end)
        return parts.joined(separator: "\n\n")
    }

    private func matchedTable(_ style: Style) -> String {
        let rows = found.pairs.flatMap { pair -> [[String]] in
            let currency = pair.payout.amount.currency
            func shown(_ minor: Int64) -> String { Money(minor, currency).plainText }
            return shares(of: pair.payout).enumerated().map { index, share in
                let head =
                    index == 0
                    ? [pair.deposit.day.iso8601, pair.deposit.amount.shown, style.short(pair.payout.id)]
                    : ["", "", ""]
                let fund = share.fundName.map { printable($0) } ?? "(no gift)"
                return head + [
                    fund, String(share.gifts), shown(share.givenMinor), shown(share.returnedMinor),
                    shown(share.feesMinor + share.otherMinor), shown(share.netMinor),
                ]
            }
        }
        return table(
            [
                [
                    "day", "deposit", "payout", "fund", "gifts", "gifts and covered fees", "refunded", "fees",
                    "net",
                ]
            ] + rows,
            numbers: ["deposit", "gifts", "gifts and covered fees", "refunded", "fees", "net"],
            shrinking: ["fund"],
            style: style)
    }

    private func depositTable(_ deposits: [Deposit], _ style: Style) -> String {
        table(
            [["line", "day", "deposit", "text"]]
                + deposits.map { [String($0.line), $0.day.iso8601, $0.amount.shown, printable($0.text)] },
            numbers: ["line", "deposit"], shrinking: ["text"], style: style)
    }

    private func payoutTable(_ payouts: [PayeePayout], _ style: Style) -> String {
        table(
            [["payout", "arrival", "to the bank", "state"]]
                + payouts.map { payout in
                    [
                        payout.id, payout.arrival.date.iso8601, payout.amount.shown,
                        payout.state.word(style: style),
                    ]
                }, numbers: ["to the bank"], style: style)
    }

    /// The header line of the CSV file for a matched bank statement.
    static let sheetHead: [CSVLine.Field] = [
        "what", "line", "day", "deposit", "payout", "kind", "gift", "fund", "amount", "fee", "net",
        "currency",
        "mark",
    ]

    /// The CSV lines of a matched bank statement. A matched payout has one line for each balance transaction.
    /// The `net` amounts of these lines add up to the deposit.
    var sheetLines: [[CSVLine.Field]] {
        let matched = found.pairs.flatMap { pair -> [[CSVLine.Field]] in
            guard let explained = explained[pair.payout.id] else { return [] }
            return explained.match.lines.map { line in
                let gifts = Set(line.parts.map { $0.payment.flatMap { explained.gifts[$0] } })
                let gift = gifts.count == 1 ? gifts.first ?? nil : nil
                return Self.line(
                    "matched", pair.deposit, pair.payout,
                    [.text(line.kind), .text(gift?.id ?? ""), .text(gift?.fund ?? "")],
                    [line.amountMinor, line.feeMinor, line.netMinor])
            }
        }
        let ties = found.ties.flatMap { tie in
            tie.deposits.map { Self.line("ambiguous", $0, nil) }
                + tie.payouts.map { Self.line("ambiguous", nil, $0) }
        }
        var lines = matched + ties
        lines += found.strangers.map { Self.line("no_payout", $0, nil) }
        lines += found.missing.map { Self.line("missing", nil, $0) }
        return lines + found.open.map { Self.line("open", nil, $0) }
    }

    private static func line(
        _ what: String, _ deposit: Deposit?, _ payout: PayeePayout?, _ about: [CSVLine.Field] = ["", "", ""],
        _ minors: [Int64] = []
    ) -> [CSVLine.Field] {
        let currency = deposit?.amount.currency ?? payout?.amount.currency
        let amounts =
            currency.map { currency in minors.map { CSVLine.Field.amount(Money($0, currency)) } } ?? []
        let place: [CSVLine.Field] = [
            .text(what), deposit.map { CSVLine.Field.count($0.line) } ?? "",
            .date((deposit?.day ?? payout?.arrival.date)?.iso8601 ?? ""),
            deposit.map { CSVLine.Field.amount($0.amount) } ?? "", .text(payout?.id ?? ""),
        ]
        let whole: [CSVLine.Field] = ["", "", payout.map { CSVLine.Field.amount($0.amount) } ?? ""]
        let mark: [CSVLine.Field] = [.text(currency?.code ?? ""), .text(TestMark.sentence)]
        return place + about + (amounts.isEmpty ? whole : amounts) + mark
    }
}
