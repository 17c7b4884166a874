@testable import PDFDrawing

/// Documents for the tests.
enum PrintedSamples {
    static let mark = "TEST: no money moved"

    static func document(
        mark: String? = mark, paper: PaperSize = .a4, _ blocks: [PrintedDocument.Block]
    ) -> PrintedDocument {
        PrintedDocument(
            language: "en", title: "A title", author: "Grace Church", created: "2026-01-02T03:04:05Z",
            paper: paper, mark: mark, blocks)
    }

    /// Makes a table with a date, a name and two amounts in each row.
    static func table(rows: Int, name: String = "Roof", totals: Int = 2) -> PrintedDocument.Block {
        .table(
            PrintedDocument.Table(
                head: ["Date", "Fund", "Gift", "Total"], firstAmount: 2,
                rows: (0..<rows).map { ["day \($0)", name, "$\($0).00", "$\($0).50"] },
                totals: (0..<totals).map { ["", "sum \($0)", "$1,000.00", "$1,234.56"] }))
    }
}
