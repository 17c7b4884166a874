import MoneyKit
import PaymentCore
import TimeKit

extension PayoutMatch {
    /// The document of `docs/json.md`.
    ///
    /// - Parameter gifts: Gifts by the lines' ids.
    func document(gifts: [String: String], org: String?) -> JSONValue {
        [
            "object": "payout_match", "payout": payout.document(org: org),
            "matches": .bool(differenceMinor == 0), "difference_minor": .int(Int(differenceMinor)),
            "lines": .array(
                lines.map { line in
                    [
                        "id": .string(line.id), "kind": .string(line.kind),
                        "gift": JSONValue(gifts[line.id]), "payment": JSONValue(line.payment),
                        "source": JSONValue(line.source), "amount_minor": .int(Int(line.amountMinor)),
                        "fee_minor": .int(Int(line.feeMinor)), "net_minor": .int(Int(line.netMinor)),
                        "created": .string(line.created.iso8601),
                    ]
                }),
        ]
    }

    /// The same for a person: lines, and their sum.
    func text(gifts: [String: String], org: String?, style: Style) -> String {
        func shown(_ minor: Int64) -> String { Money(minor, payout.amount.currency).shown }
        let head = "\(payout.id)  \(org ?? payout.payee)  \(payout.amount.shown)"
        let rows = lines.map { line in
            [
                line.created.iso8601, line.kind.replacing("_", with: " "), shown(line.amountMinor),
                shown(line.feeMinor), shown(line.netMinor), gifts[line.id] ?? line.source ?? "",
            ]
        }
        let end =
            differenceMinor == 0
            ? "\(style.green("matches"))  \(counted(lines.count, "line")) come to \(payout.amount.shown)"
            : "\(style.red("does not match"))  off by \(shown(differenceMinor))"
        let listed = table([["when", "what", "amount", "fee", "net", "of"]] + rows, style: style)
        return [head, listed, end].joined(separator: "\n\n")
    }
}
