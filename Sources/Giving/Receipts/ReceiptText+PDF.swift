package import PDFDrawing
import TimeKit

extension ReceiptText {
    /// Returns the receipt as a PDF file. With the same fonts and library versions, the same receipt yields
    /// the same bytes.
    ///
    /// - Throws: `PDFError` if the PDF libraries or fonts are not installed, or if drawing fails.
    public func pdf() throws -> [UInt8] { try printed.pdf() }

    /// Returns the receipt as a PDF file, together with the characters that no installed font contains.
    ///
    /// - Throws: `PDFError` if the PDF libraries or fonts are not installed, or if drawing fails.
    package func drawnPDF() throws -> DrawnPDF { try printed.drawnPDF() }

    /// The receipt as a document for printing, with the same contents as ``text``.
    package var printed: PrintedDocument {
        let facts = rows.map { PrintedDocument.Fact($0.label, $0.value, isMain: $0.isTotal) }
        var blocks: [PrintedDocument.Block] = [.letterhead(receipt.issuer.displayName)]
        blocks += taxIDLine.map { .detail($0) }
        blocks.append(.title(title))
        blocks += notices.map { .notice($0) }
        blocks.append(.facts(facts))
        blocks += wording.closing.map { .smallPrint($0) }
        return PrintedDocument(
            language: words.language, title: title, author: receipt.issuer.displayName,
            created: receipt.issued.iso8601, paper: .usual(in: receipt.issuer.country),
            mark: receipt.livemode ? nil : TestMark.sentence, blocks)
    }
}
