import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension PayoutMatch {
    /// The document of `docs/json.md`.
    ///
    /// - Parameter gifts: Gifts by their payments.
    func document(gifts: [String: String], org: String?) -> JSONValue {
        [
            "object": "payout_match", "payout": payout.document(org: org),
            "matches": .bool(differenceMinor == 0), "difference_minor": .int(Int(differenceMinor)),
            "gifts_less_refunds_minor": .int(Int(chargedMinor)), "fees_minor": .int(Int(feesMinor)),
            "other_minor": .int(Int(otherMinor)), "lines": .array(lines.map { $0.document(gifts: gifts) }),
        ]
    }

    /// The same for a person: lines, and how they come to what the bank has.
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
            ? "\(style.green("matches"))  \(counted(lines.count, "line")) \(lines.count == 1 ? "comes" : "come") to \(payout.amount.shown)"
            : "\(style.red("does not match"))  off by \(shown(differenceMinor))"
        return [head, listed, sum, end].joined(separator: "\n\n")
    }

    /// Gifts and covered fees, less refunds and lost disputes, before any fee, in minor units.
    private var chargedMinor: Int64 {
        lines.flatMap(\.parts).filter(\.isOfGift).reduce(0) { $0 + $1.amountMinor }
    }

    /// All fees, less those that came back: negative, in minor units.
    private var feesMinor: Int64 {
        lines.reduce(0) { $0 - $1.feeMinor }
            + lines.flatMap(\.parts).filter(\.isFee).reduce(0) { $0 + $1.amountMinor }
    }

    /// Everything else: returned payouts, money moved at the processor, and unexplained amounts.
    private var otherMinor: Int64 { lines.reduce(0) { $0 + $1.netMinor } - chargedMinor - feesMinor }

    /// The head of a sheet.
    static let sheetHead: [CSVLine.Field] = [
        "date", "time", "payout", "line", "kind", "gift", "what", "amount", "fee", "net", "currency",
        "mark",
    ]

    /// The lines of a sheet: their `net` comes to the payout.
    func sheetLines(gifts: [String: String], names: GivingNames) -> [[CSVLine.Field]] {
        let org = names.organization(ofAccount: payout.payee)
        func amount(_ minor: Int64) -> CSVLine.Field { .amount(Money(minor, payout.amount.currency)) }
        return lines.map { line in
            [
                .text(names.day(line.created, of: org).iso8601), .text(line.created.iso8601),
                .text(payout.id), .text(line.id), .text(line.kind),
                .text(line.gift(in: gifts) ?? ""), .text(line.sentence(gifts: gifts, style: .plain)),
                amount(line.amountMinor), amount(line.feeMinor),
                amount(line.netMinor), .text(payout.amount.currency.code), .text(TestMark.sentence),
            ]
        }
    }
}

extension PayoutMatch.Line {
    fileprivate func document(gifts: [String: String]) -> JSONValue {
        [
            "id": .string(id), "kind": .string(kind), "gift": JSONValue(gift(in: gifts)),
            "source": JSONValue(source), "amount_minor": .int(Int(amountMinor)),
            "fee_minor": .int(Int(feeMinor)), "net_minor": .int(Int(netMinor)),
            "parts": .array(
                parts.map { part in
                    [
                        "kind": .string(part.kind.rawValue), "payment": JSONValue(part.payment),
                        "gift": JSONValue(part.payment.flatMap { gifts[$0] }),
                        "amount_minor": .int(Int(part.amountMinor)),
                    ]
                }), "created": .string(created.iso8601),
        ]
    }

    /// The gift that all of the line is about; nil where there is none, or several.
    fileprivate func gift(in gifts: [String: String]) -> String? {
        let found = Set(parts.map { part in part.payment.flatMap { gifts[$0] } })
        return found.count == 1 ? found.first ?? nil : nil
    }

    /// What it is about, for a person; the processor's word where that cannot be told.
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
            case .refundFee: "fee kept of a refund, \(gift)"
            case .dispute: "dispute lost, \(gift)"
            case .disputeFee: "dispute's fee, \(gift)"
            case .payoutReturned: "payout that came back, \(gift)"
            case .takenBack: "taken back at the processor, \(gift)"
            case .sent: "sent at the processor, \(gift)"
            }
        }.joined(separator: "; ")
    }
}
