import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

extension PayeePayout {
    /// Returns a table with one line per payout.
    static func table(_ payouts: [PayeePayout], names: GivingNames, style: Style) -> String {
        tapctl.table(
            [["payout", "when", "from", "to the bank", "arrival", "state"]]
                + payouts.map { payout in
                    let org = names.organization(ofAccount: payout.payee)
                    return [
                        payout.id, names.moment(payout.created, of: org), org ?? payout.payee,
                        payout.amount.shown, payout.arrival.date.shown, payout.state.word(style: style),
                    ]
                }, numbers: ["when", "to the bank", "arrival"], shrinking: ["from"], style: style)
    }

    /// The header line of a CSV file of payouts.
    static let sheetHead: [CSVLine.Field] = [
        "date", "time", "payout", "org", "account", "to_the_bank", "currency", "arrival", "state",
        "failure_code",
        "mark",
    ]

    /// Returns the payout's line in a CSV file.
    func sheetLine(names: GivingNames) -> [CSVLine.Field] {
        let org = names.organization(ofAccount: payee)
        return [
            .date(names.day(created, of: org).iso8601), .date(created.iso8601), .text(id), .text(org ?? ""),
            .text(payee), .amount(amount), .text(amount.currency.code), .date(arrival.date.iso8601),
            .text(state.rawValue), .text(failure ?? ""), .text(TestMark.sentence),
        ]
    }
}

extension PayeePayout.State {
    /// Returns the payout's state in words, in color if the style has colors.
    func word(style: Style) -> String {
        let text = word
        return switch self {
        case .paid: style.green(text)
        case .failed, .canceled: style.red(text)
        case .pending, .inTransit: style.yellow(text)
        }
    }
}
