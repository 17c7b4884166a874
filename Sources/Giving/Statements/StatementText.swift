import DisplayKit
import MoneyKit
import TimeKit

/// The human-readable text of a statement.
public struct StatementText {
    let statement: Statement
    let wording: PaperWording
    var words: PaperWords { wording.words }

    /// Creates the text of a statement, in the wording of the issuer's country.
    public init(_ statement: Statement) {
        self.statement = statement
        wording = PaperWording.of(country: statement.issuer.country)
    }

    /// The statement as plain text with aligned amounts, for a terminal or an e-mail. Names are enclosed in
    /// the directional isolate characters U+2068 and U+2069.
    public var text: String {
        var head = [DisplayText.isolated(statement.issuer.displayName)]
        head += taxIDLine
        var blocks = [
            head.joined(separator: "\n"),
            ([title] + facts().map { "\($0.label): \($0.isName ? DisplayText.isolated($0.value) : $0.value)" })
                .joined(separator: "\n"),
        ]
        if statement.lines.isEmpty {
            blocks.append(words.noGifts)
        } else {
            let gifts = statement.lines.map { (date(of: $0), $0.amounts, DisplayText.isolated($0.fundName)) }
            let funds = statement.funds.map { ("", $0.amounts, DisplayText.isolated($0.fundName)) }
            let table = aligned(
                [[words.date] + columns + [words.fund]]
                    + (gifts + funds + [("", statement.sum, words.sum)]).map { [$0] + cells($1) + [$2] })
            blocks.append(table.prefix(gifts.count + 1).joined(separator: "\n"))
            blocks.append(table.dropFirst(gifts.count + 1).joined(separator: "\n"))
        }
        if !closing.isEmpty { blocks.append(closing.joined(separator: "\n")) }
        if !statement.livemode { blocks = [TestMark.sentence] + blocks + [TestMark.sentence] }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// The sentences at the end of the statement. Empty if the statement has no lines, because the sentences
    /// are about gifts.
    var closing: [String] { statement.lines.isEmpty ? [] : wording.closing }

    var title: String { "\(words.statement) \(statement.year)" }

    var taxIDLine: [String] { statement.issuer.taxID.map { ["\(wording.taxIDName) \($0)"] } ?? [] }

    /// Returns the labeled values above the table: the donor and the date of issue.
    ///
    /// - Parameter text: Converts a date to text.
    func facts(dates text: (CalendarDate) -> String = \.iso8601) -> [(
        label: String, value: String, isName: Bool
    )] {
        let issued = (words.issued, text(statement.issuer.calendar.date(of: statement.issued)), false)
        if statement.lines.isEmpty, statement.donorName.isEmpty { return [issued] }
        let isForgotten = statement.donorName.isEmpty
        return [(words.donor, isForgotten ? words.forgotten : statement.donorName, !isForgotten), issued]
    }

    /// The headers of the amount columns.
    var columns: [String] { [words.gift, words.coveredFeeColumn, words.wentBack, words.sum] }

    /// Returns the formatted amounts in the order of ``columns``.
    func cells(_ amounts: StatementAmounts) -> [String] {
        [amounts.given, amounts.coveredFee, amounts.refunded, amounts.total]
            .map { $0.formatted(wording.locale) }
    }

    func date(of line: StatementLine) -> String { line.day.iso8601 }

    /// Returns table rows as lines of text. Each row has a date, right-aligned amounts and a name of any
    /// width.
    private func aligned(_ rows: [[String]]) -> [String] {
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = row.prefix(5).enumerated().map { column, cell in
                let gap = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + gap : gap + cell
            }
            return (padded + row.suffix(1)).joined(separator: "  ")
        }
    }
}
