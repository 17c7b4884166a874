package import Giving
import MoneyKit
import TextKit
import TimeKit

extension RecurringGift: Documented {
    package static let fields = DocumentFields<RecurringGift>("recurring") {
        Field("id") { $0.id }
        Field("org") { $0.organization }
        Field("fund") { $0.fund }
        Field("donor") { $0.donor }
        Field("amount_minor", "the monthly amount without the covered fee") { $0.amount.minorUnits }
        Field("covered_fee_minor") { $0.coveredFeeMinor }
        Field("total_minor") { $0.total.minorUnits }
        Field("currency") { $0.amount.currency.code }
        Field("status") { $0.status }
        Field("day_of_month", .number(1...31), "the day of the charge; in a shorter month, the last day") {
            $0.dayOfMonth
        }
        Field("next_charge") { $0.nextCharge }
        Field("paused_until") { $0.pausedUntil }
        Field("charging", "whether a bank debit is pending") { $0.isCharging }
        Field("paid_periods", "the number of paid periods") { $0.paidPeriods }
        Field("first_gift") { $0.firstGift }
        Field("failure_code", "why the last charge failed") { $0.failureCode }
        Field("tap") { $0.tap }
        Field("created") { $0.created }
        Field("canceled", "the time at which the monthly gift ended") { $0.canceledAt }
    }
}
