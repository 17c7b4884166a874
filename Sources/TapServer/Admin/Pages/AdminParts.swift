import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// A table with a header row.
///
/// On a narrow screen, a table with at most three columns scrolls sideways. If a table has more columns, each
/// row becomes a card. On a card, a cell with the role ``Column/Part/labeled`` follows its column's heading.
/// Other cells follow their heading only if ``Column/isNamed`` is true.
///
/// The header row alone determines the column widths. The widths therefore do not change while rows load over
/// a slow connection.
struct AdminTable {
    /// A column: its heading, and the way in which its cells are shown.
    struct Column {
        var words: String
        var isNumber = false
        /// The role of the column's cells when rows are shown as cards on a narrow screen.
        var part = Part.labeled
        /// Whether a card shows the column's heading before the content of the cell. Cells with the role
        /// `labeled` always show their heading.
        var isNamed = false

        /// The role of a column's cells when rows are shown as cards on a narrow screen.
        enum Part: String {
            /// A line across the whole width, with the column's heading at its start and the cell at its end.
            case labeled
            /// The card's title.
            case title
            /// The amount next to the title. Without such a column, the title takes the whole width.
            case amount
            /// A line below the title.
            case line
            /// The status, next to the first two lines.
            case status
        }

        /// Returns a column of numbers, with the role ``Part/labeled``.
        static func number(_ words: String) -> Column { Column(words: words, isNumber: true) }

        /// Returns the column with the card's title.
        static func title(_ words: String, isNamed: Bool = false) -> Column {
            Column(words: words, part: .title, isNamed: isNamed)
        }

        /// Returns a column of numbers with the amount next to the card's title.
        static func amount(_ words: String) -> Column { Column(words: words, isNumber: true, part: .amount) }

        /// Returns a column whose cells are lines below the card's title.
        static func line(_ words: String, isNumber: Bool = false, isNamed: Bool = false) -> Column {
            Column(words: words, isNumber: isNumber, part: .line, isNamed: isNamed)
        }

        /// Returns the column with the card's status.
        static func status(_ words: String) -> Column { Column(words: words, part: .status) }
    }

    var caption: String
    var columns: [Column]
    var rows: [[HTML]]

    var html: HTML {
        let heads = columns.map { column -> HTML in
            "<th scope=\"col\"\(role("columnheader"))\(Self.number, if: column.isNumber)>\(column.words)</th>"
        }
        let lines = rows.map { cells -> HTML in
            "<tr\(role("row"))>\(zip(columns, cells).map(cell))</tr>"
        }
        return """
            <div class="scroll" role="region" aria-label="\(caption)" tabindex="0">
            <table class="list c\(columns.count)\(cards)"\(role("table"))>
            <thead\(role("rowgroup"))><tr\(role("row"))>\(heads)</tr></thead>
            <tbody\(role("rowgroup"))>
            \(lines)
            </tbody>
            </table>
            </div>
            """
    }

    /// The CSS classes for cards with a title. Empty if no column is the card's title.
    private var cards: HTML {
        guard has(.title) else { return .empty }
        return has(.amount) ? " titled" : " titled flat"
    }

    private func has(_ part: Column.Part) -> Bool { columns.contains { $0.part == part } }

    /// Whether a narrow screen shows the rows as cards.
    private var isStacked: Bool { columns.count > 3 }

    /// Returns a `role` attribute with this value if the rows can become cards; otherwise empty. Without the
    /// attribute, assistive technology does not recognize the cards as rows of a table.
    private func role(_ name: String) -> HTML { isStacked ? " role=\"\(name)\"" : .empty }

    private func cell(_ column: Column, _ content: HTML) -> HTML {
        guard column.part != .labeled else {
            return """
                <td\(role("cell"))\(Self.number, if: column.isNumber)\
                \(" data-label=\"\(column.words)\"", if: isStacked)>\(content)</td>
                """
        }
        return """
            <td\(role("cell")) class="\("n ", if: column.isNumber)\(column.part.rawValue)"\
            \(" data-name=\"\(column.words)\"", if: column.isNamed)>\(content)</td>
            """
    }

    private static let number: HTML = " class=\"n\""
}

extension AdminTable.Column: ExpressibleByStringLiteral {
    init(stringLiteral words: String) { self.init(words: words) }
}

/// A list of labels and values.
struct AdminFacts {
    private(set) var rows: [(label: String, value: HTML)] = []

    /// Adds a row, unless the value is nil.
    mutating func add(_ label: String, _ value: HTML?) { if let value { rows.append((label, value)) } }
    mutating func code(_ label: String, _ value: String?) {
        if let value { rows.append((label, "<span class=\"code\">\(value)</span>")) }
    }

    var html: HTML {
        "<table class=\"facts\">\n\(rows.map { HTML.row("\($0.label)", $0.value) })\n</table>"
    }
}

extension HTML {
    /// Returns a receipt's number, such as `T-WoodlandsChurch-2026-000001`. If the number does not fit on a
    /// line, it is broken before the year.
    static func receiptNumber(_ number: String) -> HTML {
        let parts = number.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count > 2 else { return "\(number)" }
        let head = parts.dropLast(2).joined(separator: "-") + "-"
        let tail = parts.suffix(2).joined(separator: "-")
        return "<span class=\"whole\">\(head)</span><span class=\"whole\">\(tail)</span>"
    }

    /// Returns a badge: a short text in a frame. The color conveys no information beyond the text.
    static func badge(_ words: String, _ kind: BadgeKind = .plain) -> HTML {
        "<span class=\"badge\(kind.suffix)\">\(words)</span>"
    }
}

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
    /// The text of the badge that shows the state of an organization's account.
    var words: String { word.capital }
}

extension LocalCalendar {
    /// Returns a `time` element with the local time, such as `22 Nov 2026, 20:50`, and its machine-readable
    /// form.
    func moment(_ time: Timestamp) -> HTML {
        "<time datetime=\"\(time.iso8601)\">\(text(time))</time>"
    }

    /// Returns the local time as text, such as `22 Nov 2026, 20:50`.
    func text(_ time: Timestamp) -> String {
        let date = date(of: time)
        return "\(date.short) \(date.year), \(timeOfDay(of: time))"
    }
}

extension FundTotal {
    /// Returns the sums of the funds' totals, one for each currency. For an empty list, returns 0 in
    /// `currency`.
    static func sum(_ totals: [FundTotal], in currency: Currency) throws -> [Money] {
        let currencies = Set(totals.map(\.amount.currency)).sorted { $0.code < $1.code }
        return try (currencies.isEmpty ? [currency] : currencies).map { currency in
            try totals.sum(in: currency)
        }
    }
}

extension [Money] {
    /// The formatted amounts, separated by commas.
    var shown: String { map(\.shown).joined(separator: ", ") }
}

extension [Fund] {
    /// The funds' names by id.
    var names: [String: String] { Dictionary(map { ($0.id, $0.name) }, uniquingKeysWith: { $1 }) }
}

extension [FundTotal] {
    /// The number of gifts.
    var gifts: Int { reduce(0) { $0 + $1.gifts } }

    /// Returns the sum of the amounts in this currency.
    func sum(in currency: Currency) throws -> Money {
        try Money.sum(map(\.amount).filter { $0.currency == currency }, in: currency)
    }
}
