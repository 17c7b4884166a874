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
            "object": "payout", "id": id.json, "org": org.json, "account": payee.json,
            "amount_minor": amount.minorUnits.json, "currency": amount.currency.code.json,
            "state": state.rawValue.json, "arrival": arrival.json, "failure_code": failure.json,
            "created": created.json,
        ]
    }
}
