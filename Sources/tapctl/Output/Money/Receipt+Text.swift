import Documents
import Giving
import MoneyKit
import TimeKit

extension Receipt {
    /// Receipts for a person, a line each behind the head.
    static func rows(_ receipts: [Receipt], style: Style) -> [[String]] {
        [["receipt", "of", "total", "state"]]
            + receipts.map { receipt in
                [
                    receipt.number.text, receipt.date.iso8601, receipt.total.shown,
                    receipt.state.word(style: style),
                ]
            }
    }
}

extension Receipt.State {
    /// The state, with a colour that says nothing more.
    func word(style: Style) -> String { self == .issued ? style.green(rawValue) : style.yellow(rawValue) }
}
