import Documents
import Giving
import MoneyKit
import TimeKit

extension Receipt {
    /// Returns the receipts for people, one per line after the header.
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
    /// Returns the state, in a color that adds no information.
    func word(style: Style) -> String { self == .issued ? style.green(rawValue) : style.yellow(rawValue) }
}
