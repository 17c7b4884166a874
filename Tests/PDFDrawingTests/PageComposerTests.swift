import Testing

@testable import PDFDrawing

/// The places of texts on pages, with letters of the same size instead of real fonts.
@Suite struct PageComposerTests {
    static func measure(_ text: String, _ style: TextStyle, _ width: Double) -> TextSize {
        let letter = 5.0
        let perLine = max(1, Int(width / letter))
        let lines = max(1, (text.count + perLine - 1) / perLine)
        return TextSize(width: Double(min(text.count, perLine)) * letter, height: Double(lines) * 12)
    }

    static func pages(of document: PrintedDocument) -> [[PageMark]] {
        PageComposer.pages(of: document, measure)
    }

    static func texts(_ page: [PageMark]) -> [PlacedText] {
        page.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    @Test("a long table has its header on every page, and each row once", arguments: [1, 25, 60, 400])
    func header(rows: Int) throws {
        let pages = Self.pages(of: PrintedSamples.document([PrintedSamples.table(rows: rows)]))
        #expect((pages.count > 1) == (rows > 40))
        var days: [String] = []
        for page in pages {
            let texts = Self.texts(page).map(\.text)
            #expect(texts.count { $0 == "Date" } == 1 && texts.count { $0 == "Fund" } == 1)
            days += texts.filter { $0.hasPrefix("day ") }
        }
        #expect(days == (0..<rows).map { "day \($0)" })
        let last = Self.texts(try #require(pages.last)).map(\.text)
        #expect(last.contains("sum 0") && last.contains("sum 1"))
    }

    @Test("nothing is outside of the margins", arguments: [3, 90], [5, 900])
    func margins(rows: Int, letters: Int) {
        let long = String(repeating: "x", count: letters)
        let paper = PaperSize.letter
        let document = PrintedSamples.document(
            paper: paper,
            [
                .letterhead(long), .detail(long), .title(long), .notice(long),
                .facts([PrintedDocument.Fact(long, long), PrintedDocument.Fact("Total", long, isMain: true)]),
                PrintedSamples.table(rows: rows, name: long, totals: 30), .paragraph(long), .smallPrint(long),
            ])
        let (right, bottom) = (paper.width - PageComposer.margin, paper.height - PageComposer.margin)
        for page in Self.pages(of: document) {
            for text in Self.texts(page) where !text.text.contains(" / ") {
                let size = Self.measure(text.text, text.style, text.width)
                #expect(text.x >= PageComposer.margin && text.y >= PageComposer.margin)
                #expect(text.x + text.width <= right + 0.01 && text.y + size.height <= bottom + 0.01)
                #expect(text.width > 0)
            }
        }
    }

    @Test("columns of amounts share the space if they are too wide")
    func wideAmounts() {
        let amount = String(repeating: "9", count: 60)
        let table = PrintedDocument.Table(
            head: ["Date", "Fund", "A", "B", "C"], firstAmount: 2,
            rows: [["2026-01-01", "Roof", amount, amount, amount]], totals: [])
        let pages = Self.pages(of: PrintedSamples.document([.table(table)]))
        let row = pages.flatMap(Self.texts).filter { $0.style == .cell }
        #expect(row.count == 5 && row.allSatisfy { $0.width >= 50 })
        #expect(zip(row, row.dropFirst()).allSatisfy { $0.x + $0.width < $1.x })
    }

    @Test("amounts end at the same place in every row")
    func amounts() {
        let pages = Self.pages(of: PrintedSamples.document([PrintedSamples.table(rows: 100)]))
        let amounts = pages.flatMap(Self.texts).filter { $0.text.hasSuffix(".50") || $0.text == "$1,234.56" }
        #expect(amounts.count == 101 + 1 && amounts.allSatisfy(\.alignsRight))
        #expect(Set(amounts.map { ($0.x + $0.width).rounded() }).count == 1)
    }

    @Test("the mark is on every page, and at the end unless it would be alone on a page")
    func mark() {
        for rows in 20...40 {
            let document = PrintedSamples.document([PrintedSamples.table(rows: rows)])
            let pages = Self.pages(of: document).map { Self.texts($0).map(\.text) }
            for page in pages { #expect(page.contains(PrintedSamples.mark) && page.count > 4) }
        }
        let short = Self.pages(of: PrintedSamples.document([.title("A")])).flatMap(Self.texts)
        #expect(short.map(\.text) == [PrintedSamples.mark, "A", PrintedSamples.mark])
        let document = PrintedSamples.document([PrintedSamples.table(rows: 100)])
        let pages = Self.pages(of: document).map { Self.texts($0).map(\.text) }
        #expect(pages.count > 2)
        for page in pages.dropLast() { #expect(page.count { $0 == PrintedSamples.mark } == 1) }
        let unmarked = PrintedSamples.document(mark: nil, [PrintedSamples.table(rows: 100)])
        #expect(!Self.pages(of: unmarked).flatMap(Self.texts).contains { $0.text == PrintedSamples.mark })
    }

    @Test("pages are numbered if there are several")
    func numbers() {
        let one = Self.pages(of: PrintedSamples.document([.title("A")]))
        #expect(one.count == 1 && !one.flatMap(Self.texts).contains { $0.text.contains("/") })
        let pages = Self.pages(of: PrintedSamples.document([PrintedSamples.table(rows: 100)]))
        for (index, page) in pages.enumerated() {
            #expect(Self.texts(page).contains { $0.text == "\(index + 1) / \(pages.count)" })
        }
    }

    @Test("structure elements are nested, and all are ended", arguments: [0, 1, 100])
    func structure(rows: Int) {
        let document = PrintedSamples.document([
            .letterhead("A"), .title("B"), .facts([PrintedDocument.Fact("C", "D")]),
            PrintedSamples.table(rows: rows), .smallPrint("E"),
        ])
        var open: [String] = []
        for mark in Self.pages(of: document).joined() {
            switch mark {
            case .begin(let tag): open.append(tag)
            case .end(let tag): #expect(open.popLast() == tag)
            case .text, .line, .frame: break
            }
        }
        #expect(open.isEmpty)
    }

    @Test("a document without blocks is one page")
    func empty() {
        #expect(Self.pages(of: PrintedSamples.document(mark: nil, [])).count == 1)
        let table = PrintedDocument.Table(head: [], firstAmount: 0, rows: [], totals: [])
        #expect(Self.pages(of: PrintedSamples.document([.table(table), .facts([])])).count == 1)
    }

    @Test("a page is as large as is usual in the country")
    func papers() {
        #expect(PaperSize.usual(in: "US") == .letter && PaperSize.usual(in: "CA") == .letter)
        #expect(PaperSize.usual(in: "DE") == .a4 && PaperSize.usual(in: "ZZ") == .a4)
    }
}
