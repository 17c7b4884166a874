import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// A table with a head; on a narrow screen it can be moved sideways.
///
/// Its columns are as wide as their head says, not as wide as what has arrived: nothing moves on a slow line.
struct AdminTable {
    /// Words of a column, and whether amounts stand in it.
    struct Column: ExpressibleByStringLiteral {
        var words: String
        var isNumber = false

        init(stringLiteral words: String) { self.words = words }

        static func text(_ words: String) -> Column { Column(stringLiteral: words) }
        static func number(_ words: String) -> Column {
            var column = text(words)
            column.isNumber = true
            return column
        }
    }

    var caption: String
    var columns: [Column]
    var rows: [[HTML]]

    var html: HTML {
        let heads = columns.map { column -> HTML in
            "<th scope=\"col\"\(column.isNumber ? Self.number : .empty)>\(column.words)</th>"
        }
        let lines = rows.map { cells -> HTML in
            let cells = zip(columns, cells).map { column, cell -> HTML in
                "<td\(column.isNumber ? Self.number : .empty)>\(cell)</td>"
            }
            return "<tr>\(cells)</tr>"
        }
        return """
            <div class="scroll" role="region" aria-label="\(caption)" tabindex="0">
            <table class="list c\(columns.count)">
            <thead><tr>\(heads)</tr></thead>
            <tbody>
            \(lines)
            </tbody>
            </table>
            </div>
            """
    }

    private static let number: HTML = " class=\"n\""
}

/// Labels and what stands behind them.
struct AdminFacts {
    private(set) var rows: [(label: String, value: HTML)] = []

    /// Nothing where there is nothing.
    mutating func add(_ label: String, _ value: HTML?) { if let value { rows.append((label, value)) } }
    mutating func code(_ label: String, _ value: String?) {
        if let value { rows.append((label, "<span class=\"code\">\(value)</span>")) }
    }

    var html: HTML {
        let lines = rows.map { row -> HTML in
            HTML.row("\(row.label)", row.value)
        }
        return "<table class=\"facts\">\n\(lines)\n</table>"
    }
}

extension HTML {
    /// A word in a frame; the colour says nothing that the word does not.
    static func badge(_ words: String, _ kind: BadgeKind = .plain) -> HTML {
        "<span class=\"badge\(kind.suffix)\">\(words)</span>"
    }
}

/// How a badge looks.
enum BadgeKind {
    case plain, good, bad

    fileprivate var suffix: String {
        switch self {
        case .plain: ""
        case .good: " good"
        case .bad: " bad"
        }
    }
}

extension Gift.Status {
    var badge: HTML {
        switch self {
        case .succeeded: .badge(word, .good)
        case .failed, .canceled, .disputed, .needsReview: .badge(word, .bad)
        case .processing, .requiresAction, .refunded, .partiallyRefunded: .badge(word)
        }
    }
}

extension Payee.Onboarding {
    /// As the badge of an organization's account says it.
    var words: String { word.capital }
}

extension LocalCalendar {
    /// A moment by this clock, with what programs read: `22 Nov 2026, 20:50`.
    func moment(_ time: Timestamp) -> HTML {
        let date = date(of: time)
        return "<time datetime=\"\(time.iso8601)\">\(date.short) \(date.year), \(timeOfDay(of: time))</time>"
    }
}

extension FundTotal {
    /// What several funds have got, by currency; `$0.00` of this currency for none.
    static func sum(_ totals: [FundTotal], in currency: Currency) throws -> [Money] {
        let currencies = Set(totals.map(\.amount.currency)).sorted { $0.code < $1.code }
        return try (currencies.isEmpty ? [currency] : currencies).map { currency in
            try Money.sum(totals.map(\.amount).filter { $0.currency == currency }, in: currency)
        }
    }
}

extension [Money] {
    /// All of them, one after another.
    var shown: String { map(\.shown).joined(separator: ", ") }
}
