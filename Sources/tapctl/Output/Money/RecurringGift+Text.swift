import Documents
import Giving
import MoneyKit
import TextKit
import TimeKit

extension RecurringGift {
    /// Returns the monthly gift as human-readable lines, each with a label and a value.
    func lines(names: GivingNames, style: Style) -> [(label: String, value: String)] {
        var rows = [
            ("monthly gift", id),
            ("status", neverBegan ? style.red("declined, never started") : status.word(style: style)),
        ]
        if let failureCode { rows.append(("why", FailureCode.sentence(of: failureCode))) }
        rows += [
            ("donor", giver.shown),
            ("to", names.destination(organization, fund)), ("amount", "\(amount.shown) every month"),
        ]
        if coveredFeeMinor > 0 { rows.append(("charged", total.shown)) }
        rows.append(("day", "\(dayOfMonth) of the month"))
        rows.append(("paid", counted(paidPeriods, "time")))
        if status == .paused {
            let end = pausedUntil.map { "until \(names.moment($0, of: organization))" }
            rows.append(("paused", end ?? "until it is resumed"))
        }
        if let nextCharge { rows.append(("next charge", names.moment(nextCharge, of: organization))) }
        if isCharging {
            rows.append(("under way", "a bank debit of \(total.shown), not yet confirmed by the bank"))
        }
        rows.append(("made", names.moment(created, of: organization)))
        if let canceledAt { rows.append(("ended", names.moment(canceledAt, of: organization))) }
        rows.append(("", TestMark.sentence))
        return rows
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
