package import Giving
import MoneyKit
import TextKit
import TimeKit

extension RecurringGift {
    package var document: JSONValue {
        [
            "object": "recurring", "id": .string(id), "org": .string(organization), "fund": .string(fund),
            "donor": JSONValue(donor), "amount_minor": .int(Int(amount.minorUnits)),
            "covered_fee_minor": .int(Int(coveredFeeMinor)), "total_minor": .int(Int(total.minorUnits)),
            "currency": .string(amount.currency.code), "status": .string(status.rawValue),
            "day_of_month": .int(dayOfMonth), "next_charge": JSONValue(nextCharge?.iso8601),
            "paused_until": JSONValue(pausedUntil?.iso8601), "charging": .bool(isCharging),
            "paid_periods": .int(paidPeriods), "first_gift": .string(firstGift),
            "failure_code": JSONValue(failureCode), "tap": JSONValue(tap),
            "created": .string(created.iso8601), "canceled": JSONValue(canceledAt?.iso8601),
        ]
    }
}
