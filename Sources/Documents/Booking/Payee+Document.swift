package import Bookings
import Giving
import MoneyKit
package import Payees
import PaymentCore
import TimeKit

// These documents show a payee only its own share: never the price or the platform's fee.

extension PayeeJob: Documented {
    package static let fields = DocumentFields<PayeeJob>("job") {
        Field("id") { $0.id }
        Field("title") { $0.title }
        Field("address", "the job's address, or \"Unknown\" if no address was entered") { $0.address }
        Field("status") { $0.status }
        Field("amount_minor", "the payee's share") { $0.amount.minorUnits }
        Field("currency") { $0.amount.currency.code }
        Field("payout_status") { $0.payoutStatus }
    }
}

extension EarningEntry: Documented {
    package static let fields = DocumentFields<EarningEntry>("earning") {
        Field("id", "the payment's id") { $0.id }
        Field("job_id") { $0.job }
        Field("address", "the job's address, or \"Unknown\" if no address was entered") { $0.address }
        Field("amount_minor", "the payee's share") { $0.amount.minorUnits }
        Field("currency") { $0.amount.currency.code }
        Field("date", "when the job was completed") { $0.date }
        Field("payout_status") { $0.payoutStatus }
    }
}

extension EarningsYear: Documented {
    package static let fields = DocumentFields<EarningsYear>("earnings_year") {
        Field("payee") { $0.payee.id }
        Field("name") { $0.payee.name }
        Field("year") { $0.year }
        Field("time_zone", "the time zone that determines when each month begins") { $0.payee.timeZone }
        Field("currency") { $0.total.currency.code }
        Field("months", "one element for each of the twelve months", each: month) { $0.months }
        Field("jobs") { $0.jobs }
        Field("earned_minor") { $0.total.minorUnits }
        Field("as_of", "the time of the request; later refunds change the totals") { $0.asOf }
    }

    private static let month = DocumentFields<EarningsYear.Month> {
        Field("month", .number(1...12)) { $0.number }
        Field("jobs", "the number of jobs completed in this month") { $0.jobs }
        Field("earned_minor", "the payee's share, less refunds") { $0.earned.minorUnits }
    }
}

/// The amounts that a payee earned in several periods.
package struct PayeeEarnings: Documented {
    fileprivate let earnings: Earnings
    fileprivate let payee: String

    package static let fields = DocumentFields<PayeeEarnings>("earnings") {
        Field("payee") { $0.payee }
        Field("currency") { $0.earnings.total.currency.code }
        Field("earnings_today_minor", "earned since midnight in the payee's time zone") {
            $0.earnings.today.minorUnits
        }
        Field("earnings_week_minor", "earned since Monday") { $0.earnings.week.minorUnits }
        Field("earnings_month_minor", "earned since the first of the month") { $0.earnings.month.minorUnits }
        Field("earnings_7d_minor", "earned in the last 7 × 24 hours") {
            $0.earnings.last7Days.minorUnits
        }
        Field("earnings_30d_minor") { $0.earnings.last30Days.minorUnits }
        Field("total_earnings_minor") { $0.earnings.total.minorUnits }
    }
}

extension Earnings {
    package func document(of payee: String) -> JSONValue {
        PayeeEarnings(earnings: self, payee: payee).document
    }
}
