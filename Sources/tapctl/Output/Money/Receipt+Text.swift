import Documents
import Giving
import MoneyKit
import TimeKit

extension Receipt {
    /// Returns a table of receipts as rows: a header row, followed by one row per receipt.
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
    /// Returns the receipt's state as a word, in color if the style has colors.
    func word(style: Style) -> String { self == .issued ? style.green(rawValue) : style.yellow(rawValue) }
}
