import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension Gift {
    /// Returns the gift as human-readable lines, each with a label and a value.
    func lines(names: GivingNames, payout: PayeePayout? = nil, style: Style) -> [LabeledLine] {
        func shown(_ minor: Int64) -> String { Money(minor, amount.currency).shown }
        let net = names.net(of: self)
        let isFeeCovered = coveredFeeMinor > 0
        return labeled([
            "gift": id, "status": status.word(style: style),
            "why": failureCode.map(FailureCode.sentence), "donor": giver.shown,
            "to": names.destination(of: self),
            "amount": amount.shown + (recurring == nil ? "" : " every month"),
            "fee covered": isFeeCovered ? shown(coveredFeeMinor) : nil,
            "charged": isFeeCovered ? total.shown : nil,
            "fee": net == nil ? nil : shown(feeMinor), "net": net?.shown,
            "refunded": refundedMinor > 0 ? shown(refundedMinor) : nil,
            "payout": payout.map { "\($0.id), \($0.state.word(style: style))" },
            "monthly gift": recurring, "receipt": receiptNumber, "made": names.moment(of: self),
            "": TestMark.sentence,
        ])
    }

    /// The gift's amount for a list. For a monthly gift, `monthly` precedes the amount. A word after the
    /// amount would break the alignment of the amounts.
    var amountListed: String { (recurring == nil ? "" : "monthly ") + amount.shown }

    /// Returns the gift's line in a CSV file.
    func sheetLine(names: GivingNames) -> [CSVLine.Field] { GiftSheet.line(self, net: names.net(of: self)) }
}

extension OutputOptions {
    /// Prints a gift.
    func print(_ gift: Gift, names: GivingNames) throws {
        try printColumns(gift.document) { gift.lines(names: names, style: $0) }
    }
}

extension Gift.Status {
    /// Returns the gift's status in words, in color if the style has colors.
    func word(style: Style) -> String {
        let text: String = word
        return switch self {
        case .succeeded: style.green(text)
        case .failed, .canceled, .disputed, .needsReview: style.red(text)
        case .processing, .requiresAction, .refunded, .partiallyRefunded: style.yellow(text)
        }
    }
}
