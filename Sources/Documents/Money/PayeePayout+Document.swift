import Giving
import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

extension PayeePayout {
    /// Returns the JSON document of the payout.
    ///
    /// - Parameter org: The id of the organization that owns the account.
    package func document(org: String?) -> JSONValue {
        [
            "object": "payout", "id": .string(id), "org": JSONValue(org), "account": .string(payee),
            "amount_minor": .int(Int(amount.minorUnits)), "currency": .string(amount.currency.code),
            "state": .string(state.rawValue), "arrival": .string(arrival.iso8601),
            "failure_code": JSONValue(failure), "created": .string(created.iso8601),
        ]
    }
}
