import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension Gift {
    /// Returns the gift as human-readable lines, each with a label and a value.
    func lines(names: GivingNames, payout: PayeePayout? = nil, style: Style) -> [(
        label: String, value: String
    )] {
        var rows = [("gift", id), ("status", status.word(style: style))]
        if let failureCode { rows.append(("why", FailureCode.sentence(of: failureCode))) }
        rows.append(("donor", giver.shown))
        rows.append(("to", names.destination(of: self)))
        rows.append(("amount", amount.shown + (recurring == nil ? "" : " every month")))
        if coveredFeeMinor > 0 {
            rows.append(("fee covered", Money(coveredFeeMinor, amount.currency).shown))
            rows.append(("charged", total.shown))
        }
        if let net = names.net(of: self) {
            rows.append(("fee", Money(feeMinor, amount.currency).shown))
            rows.append(("net", net.shown))
        }
        if refundedMinor > 0 { rows.append(("refunded", Money(refundedMinor, amount.currency).shown)) }
        if let payout { rows.append(("payout", "\(payout.id), \(payout.state.word(style: style))")) }
        if let recurring { rows.append(("monthly gift", recurring)) }
        if let receiptNumber { rows.append(("receipt", receiptNumber)) }
        rows.append(("made", names.moment(of: self)))
        rows.append(("", TestMark.sentence))
        return rows
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

extension Gift {
    /// Returns a table with one line per gift.
    static func table(_ gifts: [Gift], names: GivingNames, style: Style) -> String {
        tapctl.table(
            [["gift", "when", "donor", "to", "amount", "status"]]
                + gifts.map { gift in
                    [
                        style.short(gift.id), names.moment(of: gift),
                        gift.giver.listed, "\(gift.organization)/\(gift.fund)", gift.amountListed,
                        gift.status.word(style: style),
                    ]
                }, numbers: ["when", "amount"], shrinking: ["donor", "to", "status"], style: style)
    }

    /// The gift's amount for a list. For a monthly gift, `monthly` precedes the amount. A word after the
    /// amount would break the alignment of the amounts.
    var amountListed: String { (recurring == nil ? "" : "monthly ") + amount.shown }

    /// Returns the gift's line in a CSV file.
    func sheetLine(names: GivingNames) -> [CSVLine.Field] { GiftSheet.line(self, net: names.net(of: self)) }
}
