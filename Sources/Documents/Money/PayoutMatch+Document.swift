import Giving
import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

extension PayoutMatch {
    /// Returns the JSON document of a payout and its lines.
    ///
    /// - Parameters:
    ///   - gifts: The ids of the gifts, keyed by payment id.
    ///   - org: The id of the organization that owns the payout's account, or nil.
    package func document(gifts: [String: String], org: String?) -> JSONValue {
        [
            "object": "payout_match", "payout": payout.document(org: org),
            "matches": .bool(differenceMinor == 0), "difference_minor": differenceMinor.json,
            "gifts_less_refunds_minor": chargedMinor.json, "fees_minor": feesMinor.json,
            "other_minor": otherMinor.json, "lines": .array(lines.map { $0.document(gifts: gifts) }),
        ]
    }

    /// The sum of gifts, including the fees that donors covered, minus refunds and lost disputes. The amount
    /// is in minor units. The fees in ``feesMinor`` are not subtracted.
    package var chargedMinor: Int64 {
        lines.flatMap(\.parts).filter(\.isOfGift).reduce(0) { $0 + $1.amountMinor }
    }

    /// The total of all fees and returned fees, in minor units. Fees are negative, because they reduce the
    /// payout.
    package var feesMinor: Int64 {
        lines.reduce(0) { $0 - $1.feeMinor }
            + lines.flatMap(\.parts).filter(\.isFee).reduce(0) { $0 + $1.amountMinor }
    }

    /// The total of all amounts that are in neither ``chargedMinor`` nor ``feesMinor``, in minor units:
    /// returned payouts, transfers made at the processor, and unexplained amounts.
    package var otherMinor: Int64 { lines.reduce(0) { $0 + $1.netMinor } - chargedMinor - feesMinor }
}

extension PayoutMatch.Line {
    fileprivate func document(gifts: [String: String]) -> JSONValue {
        [
            "id": id.json, "kind": kind.json, "gift": gift(in: gifts).json, "source": source.json,
            "amount_minor": amountMinor.json, "fee_minor": feeMinor.json, "net_minor": netMinor.json,
            "parts": .array(
                parts.map { part in
                    [
                        "kind": part.kind.rawValue.json, "payment": part.payment.json,
                        "gift": JSONValue(part.payment.flatMap { gifts[$0] }),
                        "amount_minor": part.amountMinor.json,
                    ]
                }), "created": created.json,
        ]
    }

    /// Returns the id of the gift to which all parts of the line belong, or nil if there is no such gift.
    ///
    /// - Parameter gifts: The ids of gifts, keyed by payment id.
    package func gift(in gifts: [String: String]) -> String? {
        let found = Set(parts.map { part in part.payment.flatMap { gifts[$0] } })
        return found.count == 1 ? found.first ?? nil : nil
    }
}
