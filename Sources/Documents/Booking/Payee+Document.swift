package import Bookings
import Giving
import MoneyKit
package import Payees
import PaymentCore
import TimeKit

// These documents show a payee only its own share: never the price or the platform's fee.

extension PayeeJob {
    package var document: JSONValue {
        [
            "object": "job", "id": .string(id), "title": .string(title), "address": .string(address),
            "status": .string(status.rawValue), "amount_minor": .int(Int(amount.minorUnits)),
            "currency": .string(amount.currency.code), "payout_status": .string(payoutStatus.rawValue),
        ]
    }
}

extension EarningEntry {
    package var document: JSONValue {
        [
            "object": "earning", "id": .string(id), "job_id": .string(job), "address": .string(address),
            "amount_minor": .int(Int(amount.minorUnits)), "currency": .string(amount.currency.code),
            "date": .string(date), "payout_status": .string(payoutStatus.rawValue),
        ]
    }
}

extension EarningsYear {
    package var document: JSONValue {
        [
            "object": "earnings_year", "payee": .string(payee.id), "name": .string(payee.name),
            "year": .int(year), "time_zone": .string(payee.timeZone),
            "currency": .string(total.currency.code),
            "months": .array(
                months.map { month in
                    [
                        "month": .int(month.number), "jobs": .int(month.jobs),
                        "earned_minor": .int(Int(month.earned.minorUnits)),
                    ]
                }),
            "jobs": .int(jobs), "earned_minor": .int(Int(total.minorUnits)), "as_of": .string(asOf.iso8601),
        ]
    }
}

extension Earnings {
    package func document(of payee: String) -> JSONValue {
        func minor(_ sum: Money) -> JSONValue { .int(Int(sum.minorUnits)) }
        return [
            "object": "earnings", "payee": .string(payee), "currency": .string(total.currency.code),
            "earnings_today_minor": minor(today), "earnings_week_minor": minor(week),
            "earnings_month_minor": minor(month), "earnings_7d_minor": minor(last7Days),
            "earnings_30d_minor": minor(last30Days), "total_earnings_minor": minor(total),
        ]
    }
}
