import Documents
import Giving
import MoneyKit
import PaymentCore
import TimeKit

extension DemoGift {
    /// Returns the part of the demo's text that explains the gift to newcomers.
    func giftText(style: Style) -> String {
        let cover = Money(gift.coveredFeeMinor, gift.amount.currency)
        return """
            The page asks for an amount and a card. In this demo, a donor gives \(gift.amount.shown)
            every month with a test card and covers the fee of \(cover.plainText), so that the church
            receives the full \(gift.amount.shown). The simulated processor charges \(gift.total.shown):

            \(columns(lines(style: style), style: style))
            """
    }

    private func lines(style: Style) -> [LabeledLine] {
        [
            ("status", gift.status.word(style: style)),
            ("receipt", receipt.number.text),
            ("next charge", nextCharge?.date.iso8601 ?? ""),
            ("", TestMark.sentence),
        ]
    }

    /// Returns the part of the demo's text that explains the ledger entries to newcomers.
    func booksText(style: Style) -> String {
        let entries = postings.flatMap(\.posting.entries)
        let width = entries.map(\.amount.plainText.count).max() ?? 0
        let rows = entries.map { entry in
            let amount = entry.amount.plainText
            return (entry.account.kind, String(repeating: " ", count: width - amount.count) + amount)
        }
        return """
            In the ledger, debits and credits add up to zero:

            \(columns(rows, style: style))

            \(style.green(check.isBalanced ? "balanced" : "not balanced")): \(counted(check.postings, "posting")), \(check.entries) entries
            """
    }
}

extension LedgerAccount {
    /// The kind of account, which is the account's name without the id of its owner.
    fileprivate var kind: String {
        isPlatforms ? rawValue : rawValue.split(separator: ":").first.map(String.init) ?? rawValue
    }
}
