package import PDFDrawing
import TimeKit

extension StatementText {
    /// Returns the statement as a PDF file. The header of the table is repeated on every page.
    ///
    /// - Throws: `PDFError` if the PDF libraries or fonts are not installed, or if drawing fails.
    public func pdf() throws -> [UInt8] { try printed.pdf() }

    /// Returns the statement as a PDF file, together with the characters that no installed font contains.
    ///
    /// - Throws: `PDFError` if the PDF libraries or fonts are not installed, or if drawing fails.
    package func drawnPDF() throws -> DrawnPDF { try printed.drawnPDF() }

    /// The statement as a document for printing, with the same contents as ``html``.
    package var printed: PrintedDocument {
        var blocks: [PrintedDocument.Block] = [.letterhead(statement.issuer.displayName)]
        blocks += taxIDLine.map { .detail($0) }
        blocks += [
            .title(title), .facts(facts(dates: words.shown).map { PrintedDocument.Fact($0.label, $0.value) }),
            statement.lines.isEmpty ? .paragraph(words.noGifts) : .table(table),
        ]
        blocks += closing.map { .smallPrint($0) }
        return PrintedDocument(
            language: words.language, title: title, author: statement.issuer.displayName,
            created: statement.issued.iso8601, paper: .usual(in: statement.issuer.country),
            mark: statement.livemode ? nil : TestMark.sentence, blocks)
    }

    private var table: PrintedDocument.Table {
        let head = [words.date, words.fund] + columns
        let gifts = statement.lines.map { [date(of: $0), $0.fundName] + cells($0.amounts) }
        let funds = statement.funds.map { ["", $0.fundName] + cells($0.amounts) }
        return PrintedDocument.Table(
            head: head, firstAmount: 2, rows: gifts, totals: funds + [["", words.sum] + cells(statement.sum)])
    }
}
