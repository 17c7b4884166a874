import Giving
import MoneyKit
import PaymentCore
import TimeKit

extension PayeePayout {
    /// The document of `docs/json.md`.
    ///
    /// - Parameter org: The organization whose account it is.
    func document(org: String?) -> JSONValue {
        [
            "object": "payout", "id": .string(id), "org": JSONValue(org), "account": .string(payee),
            "amount_minor": .int(Int(amount.minorUnits)), "currency": .string(amount.currency.code),
            "state": .string(state.rawValue), "arrival": .string(arrival.iso8601),
            "failure_code": JSONValue(failure), "created": .string(created.iso8601),
        ]
    }

    /// Payouts for a person, a line each.
    static func table(_ payouts: [PayeePayout], names: [String: String], style: Style) -> String {
        tapctl.table(
            [["payout", "when", "to", "amount", "at the bank", "state"]]
                + payouts.map { payout in
                    [
                        payout.id, payout.created.iso8601, names[payout.payee] ?? payout.payee,
                        payout.amount.shown, payout.arrival.date.iso8601,
                        payout.state.rawValue.replacing("_", with: " "),
                    ]
                }, style: style)
    }
}

extension [Organization] {
    /// Their ids by their accounts.
    var byAccount: [String: String] {
        Dictionary(compactMap { one in one.account.map { ($0, one.id) } }, uniquingKeysWith: { $1 })
    }
}
