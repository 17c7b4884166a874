import MoneyKit
package import PaymentCore
import TimeKit

extension Payment {
    package var document: JSONValue {
        [
            "object": "payment", "id": id.json, "gift": subject.json, "account": payee.json,
            "state": state.rawValue.json, "total_minor": total.minorUnits.json,
            "currency": total.currency.code.json, "application_fee_minor": applicationFeeMinor.json,
            "processor_fee_minor": processorFeeMinor.json, "fee_confirmed": isFeeConfirmed.json,
            "refunded_minor": refundedMinor.json, "disputed": isDisputed.json, "attempts": attempts.json,
            "payment_intent": intent.json, "charge": charge.json, "failure_code": JSONValue(failure?.code),
            "decline_code": JSONValue(failure?.declineCode), "created": created.json,
            "paid": paidAt.json,
        ]
    }
}
