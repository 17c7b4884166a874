import MoneyKit
package import PaymentCore
import TimeKit

extension Payment {
    package var document: JSONValue {
        [
            "object": "payment", "id": .string(id), "gift": .string(subject), "account": .string(payee),
            "state": .string(state.rawValue), "total_minor": .int(Int(total.minorUnits)),
            "currency": .string(total.currency.code),
            "application_fee_minor": .int(Int(applicationFeeMinor)),
            "processor_fee_minor": .int(Int(processorFeeMinor)), "fee_confirmed": .bool(isFeeConfirmed),
            "refunded_minor": .int(Int(refundedMinor)), "disputed": .bool(isDisputed),
            "attempts": .int(attempts), "payment_intent": JSONValue(intent), "charge": JSONValue(charge),
            "failure_code": JSONValue(failure?.code), "decline_code": JSONValue(failure?.declineCode),
            "created": .string(created.iso8601), "paid": JSONValue(paidAt?.iso8601),
        ]
    }
}
