import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension PayoutMatch {
    /// Returns the payout as human-readable text: its balance transactions, and how they add up to the bank's
    /// amount.
    func text(gifts: [String: String], names: GivingNames, style: Style) -> String {
        func shown(_ minor: Int64) -> String { Money(minor, payout.amount.currency).shown }
        let org = names.organization(ofAccount: payout.payee)
        let head = "\(payout.id)  \(org ?? payout.payee)  \(payout.amount.shown)"
        let rows = lines.map { line in
            [
                names.moment(line.created, of: org), shown(line.amountMinor), shown(line.feeMinor),
                shown(line.netMinor), line.sentence(gifts: gifts, style: style),
            ]
        }
        let listed = table(
            [["when", "amount", "fee", "net", "what"]] + rows, numbers: ["when", "amount", "fee", "net"],
            style: style)
        var totals = [
            ("gifts and covered fees, less refunds", shown(chargedMinor)), ("fees", shown(feesMinor)),
        ]
        if otherMinor != 0 { totals.append(("other", shown(otherMinor))) }
        totals.append(("to the bank", shown(lines.reduce(0) { $0 + $1.netMinor })))
        let width = totals.map(\.1.count).max() ?? 0
        let sum = columns(
            totals.map { label, amount in
                (label, String(repeating: " ", count: width - amount.count) + amount)
            }, style: style)
        let end =
            differenceMinor == 0
            ? "\(style.green("matches"))  \(counted(lines.count, "line")) \(lines.count == 1 ? "adds" : "add") up to \(payout.amount.shown)"
            : "\(style.red("does not match"))  difference: \(shown(differenceMinor))"
        return [head, listed, sum, end].joined(separator: "\n\n")
    }

    /// The header line of the CSV file that lists a payout's balance transactions.
    static let sheetHead: [CSVLine.Field] = [
        "date", "time", "payout", "line", "kind", "gift", "what", "amount", "fee", "net", "currency",
        "mark",
    ]

    /// Returns the CSV lines of the payout's balance transactions. If the payout matches, the `net` amounts
    /// of these lines add up to the payout's amount.
    func sheetLines(gifts: [String: String], names: GivingNames) -> [[CSVLine.Field]] {
        let org = names.organization(ofAccount: payout.payee)
        func amount(_ minor: Int64) -> CSVLine.Field { .amount(Money(minor, payout.amount.currency)) }
        return lines.map { line in
            [
                .date(names.day(line.created, of: org).iso8601), .date(line.created.iso8601),
                .text(payout.id), .text(line.id), .text(line.kind),
                .text(line.gift(in: gifts) ?? ""), .text(line.sentence(gifts: gifts, style: .plain)),
                amount(line.amountMinor), amount(line.feeMinor),
                amount(line.netMinor), .text(payout.amount.currency.code), .text(TestMark.sentence),
            ]
        }
    }
}

extension PayoutMatch.Line {
    /// Returns a description of the balance transaction. If tapctl does not know the type, the processor's
    /// term is used.
    fileprivate func sentence(gifts: [String: String], style: Style) -> String {
        guard !parts.isEmpty else {
            return [kind.replacing("_", with: " "), source].compactMap(\.self).joined(separator: ", ")
        }
        return parts.map { part in
            let gift = part.payment.map { style.short(gifts[$0] ?? $0) } ?? source ?? ""
            return switch part.kind {
            case .payment: gift
            case .refund: "refund of \(gift)"
            case .feeReturned: "fee returned, \(gift)"
            case .refundFee: "fee not refunded, \(gift)"
            case .dispute: "dispute lost, \(gift)"
            case .disputeFee: "dispute fee, \(gift)"
            case .payoutReturned: "returned payout, \(gift)"
            case .takenBack: "transfer reversed at the processor, \(gift)"
            case .sent: "transfer made at the processor, \(gift)"
            }
        }.joined(separator: "; ")
    }
}
