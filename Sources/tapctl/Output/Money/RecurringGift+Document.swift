import Documents
import Giving
import MoneyKit
import TextKit
import TimeKit

extension RecurringGift {
    /// The document of `docs/json.md`.
    var document: JSONValue {
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

    /// Lines of a label and a value for a person.
    func lines(names: GivingNames, style: Style) -> [(label: String, value: String)] {
        var rows = [
            ("monthly gift", id),
            ("status", neverBegan ? style.red("declined, it never began") : status.word(style: style)),
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
        if isCharging { rows.append(("under way", "a bank debit of \(total.shown), which may yet be paid")) }
        rows.append(("made", names.moment(created, of: organization)))
        if let canceledAt { rows.append(("ended", names.moment(canceledAt, of: organization))) }
        rows.append(("", TestMark.sentence))
        return rows
    }
}

extension RecurringGift.Status {
    /// The status in words, with a colour that says nothing more.
    func word(style: Style) -> String {
        let text: String = word
        return switch self {
        case .active: style.green(text)
        case .canceled, .pastDue, .needsReview: style.red(text)
        case .processing, .paused: style.yellow(text)
        }
    }
}
