package import Giving
import MoneyKit
import TimeKit

extension Statement: Documented {
    package static let fields = DocumentFields<Statement>("statement") {
        Field("org") { $0.issuer.id }
        Field("org_name") { $0.issuer.displayName }
        Field("tax_id") { $0.issuer.taxID }
        Field("year", "the calendar year; each gift's date is in the organization's time zone at that time") {
            $0.year
        }
        Field("donor_name") { $0.donorName }
        Field("issued") { $0.issued }
        Field("currency") { $0.sum.total.currency.code }
        Field("gifts", each: line) { $0.lines }
        Field("funds", each: fund) { $0.funds }
        Field("sum", as: amounts) { $0.sum }
        Field("livemode") { $0.livemode }
    }

    private static let line = DocumentFields<StatementLine> {
        Field("id") { $0.gift }
        Field("paid") { $0.paidAt }
        Field("date", "the day of the payment or refund, in the organization's time zone at that time") {
            $0.day
        }
        Field("late", "whether the line was booked after the gift's month was closed") { $0.isLate }
        Field("fund") { $0.fund }
        Field("fund_name") { $0.fundName }
        Field("recurring") { $0.isMonthly }
        Field("receipt_number") { $0.receiptNumber }
        Field("amounts", as: amounts) { $0.amounts }
    }

    private static let fund = DocumentFields<StatementFund> {
        Field("fund") { $0.fund }
        Field("fund_name") { $0.fundName }
        Field("gifts") { $0.gifts }
        Field("amounts", as: amounts) { $0.amounts }
    }

    private static let amounts = DocumentFields<StatementAmounts> {
        Field("given_minor") { $0.given.minorUnits }
        Field("covered_fee_minor") { $0.coveredFee.minorUnits }
        Field("refunded_minor") { $0.refunded.minorUnits }
        Field("total_minor") { $0.total.minorUnits }
    }
}
