import Documents
import Giving
import MoneyKit
import TextKit
import TimeKit

extension RecurringGift {
    /// Returns the monthly gift as human-readable lines, each with a label and a value.
    func lines(names: GivingNames, style: Style) -> [LabeledLine] {
        func shown(_ time: Timestamp) -> String { names.moment(time, of: organization) }
        return labeled([
            "monthly gift": id,
            "status": neverBegan ? style.red("declined, never started") : status.word(style: style),
            "why": failureCode.map(FailureCode.sentence), "donor": giver.shown,
            "to": names.destination(organization, fund), "amount": "\(amount.shown) every month",
            "charged": coveredFeeMinor > 0 ? total.shown : nil, "day": "\(dayOfMonth) of the month",
            "paid": counted(paidPeriods, "time"),
            "paused": status == .paused
                ? pausedUntil.map { "until \(shown($0))" } ?? "until it is resumed" : nil,
            "next charge": nextCharge.map(shown),
            "under way": isCharging
                ? "a bank debit of \(total.shown), not yet confirmed by the bank" : nil,
            "made": shown(created), "ended": canceledAt.map(shown), "": TestMark.sentence,
        ])
    }
}

extension RecurringGift.Status {
    /// Returns the monthly gift's status in words, in color if the style has colors.
    func word(style: Style) -> String {
        let text: String = word
        return switch self {
        case .active: style.green(text)
        case .canceled, .pastDue, .needsReview: style.red(text)
        case .processing, .paused: style.yellow(text)
        }
    }
}
