import Foundation
import TestSupport
import Testing

@testable import PDFDrawing

/// PDF files, drawn by the real libraries and read by Poppler.
@Suite(.enabled(if: PDFLibrary.isInstalled && PDFFile.isReadable, PDFFile.missing))
struct PDFTests {
    static let blocks: [PrintedDocument.Block] = [
        .letterhead("Grace Church"), .detail("EIN 12-3456789"), .title("Receipt 1"), .notice("VOID"),
        .facts([PrintedDocument.Fact("Donor", "José"), PrintedDocument.Fact("Total", "$50.00", isMain: true)]
        ),
        .smallPrint("No goods or services were provided."),
    ]

    @Test("a file is tagged, has its properties, and its text can be selected")
    func file() async throws {
        let file = try await PDFFile(try PrintedSamples.document(paper: .letter, Self.blocks).pdf())
        #expect(file.properties["Tagged"] == "yes" && file.properties["Pages"] == "1")
        #expect(file.properties["Title"] == "A title" && file.properties["Author"] == "Grace Church")
        #expect(file.properties["CreationDate"]?.contains("2026") == true)
        #expect(file.properties["Page size"]?.hasPrefix("612 x 792 pts") == true)
        for text in ["Grace Church", "EIN 12-3456789", "Receipt 1", "VOID", "José", "$50.00", "No goods"] {
            #expect(file.text.contains(text), "\(text)")
        }
        #expect(file.text.components(separatedBy: PrintedSamples.mark).count == 3)
        for tag in ["Document", "H1", "H2", "LI", "LBody"] {
            #expect(file.structure.contains("\(tag)"), "\(tag)")
        }
    }

    @Test(
        "a second reader finds the same text, and nothing to warn of",
        .enabled(if: PDFFile.isReadableByMuPDF, "mupdf-tools is not installed: run scripts/install peers"))
    func secondReader() async throws {
        let document = PrintedSamples.document(Self.blocks + [PrintedSamples.table(rows: 60)])
        let (text, warnings) = try await PDFFile.readByMuPDF(try document.pdf())
        for word in ["Grace Church", "José", "VOID", "$59.50", "$1,234.56"] {
            #expect(text.contains(word), "\(word)")
        }
        #expect(warnings == "")
    }

    @Test("lists the characters that no font has")
    func charactersWithoutFont() throws {
        // Private-use characters.
        let name = "José \u{10FFFD} e\u{301} \u{10FFFC}\u{10FFFD}"
        let drawn = try PrintedSamples.document([.title(name), .paragraph("\u{10FFFC} again")]).drawnPDF()
        #expect(drawn.charactersWithoutFont == ["\u{10FFFC}", "\u{10FFFD}"])
        let whole = try PrintedSamples.document(Self.blocks + [.title("a\u{0}b\tc \u{202A}")]).drawnPDF()
        #expect(whole.charactersWithoutFont == [])
    }

    @Test("the same document has the same bytes")
    func deterministic() throws {
        let document = PrintedSamples.document(Self.blocks + [PrintedSamples.table(rows: 100)])
        let first = try document.pdf()
        _ = try PrintedSamples.document([.title("Другой — 別の — آخر")]).pdf()
        #expect(try document.pdf() == first)
    }

    @Test("a table of 60 rows continues on the next page with its header")
    func longTable() async throws {
        let document = PrintedSamples.document(Self.blocks + [PrintedSamples.table(rows: 60)])
        let file = try await PDFFile(try document.pdf())
        #expect(file.pages.count > 1 && file.properties["Pages"] == "\(file.pages.count)")
        for (index, page) in file.pages.enumerated() {
            #expect(page.contains("Date") && page.contains("Fund") && page.contains(PrintedSamples.mark))
            let letters = page.filter { !$0.isWhitespace }
            #expect(letters.hasSuffix("\(index + 1)/\(file.pages.count)"))
        }
        for row in 0..<60 { #expect(file.text.contains("$\(row).50"), "\(row)") }
        // Page numbers and the repeated mark are not part of the structure.
        #expect(!file.structure.contains("1 / "))
        #expect(file.structure.components(separatedBy: PrintedSamples.mark).count <= 3)
    }

    @Test(
        "a file can be drawn for any text",
        arguments: [
            "", " ", "\u{0}", "a\u{0}b\nc\td", "山田太郎", "كنيسة النعمة", "👩‍👩‍👧‍👦🎉", "\u{202E}abc",
            "\u{FFFD}\u{FFFF}",
            "e" + String(repeating: "\u{301}", count: 3_000), String(repeating: "long ", count: 20_000),
            String(repeating: "x", count: 100_000),
        ])
    func anyText(text: String) async throws {
        let table = PrintedDocument.Table(
            head: [text, text], firstAmount: 1, rows: [[text, text], [text], []], totals: [[text, text]])
        let document = PrintedSamples.document(
            mark: text,
            [
                .letterhead(text), .title(text), .notice(text), .facts([PrintedDocument.Fact(text, text)]),
                .table(table), .paragraph(text), .smallPrint(text),
            ])
        let file = try await PDFFile(try document.pdf())
        #expect(file.properties["Tagged"] == "yes")
    }

    @Test("a long name is broken into lines, and none of it is lost")
    func longName() async throws {
        let words = (0..<60).map { "name\($0)" }
        let facts = PrintedDocument.Block.facts([
            PrintedDocument.Fact("Donor", words.joined(separator: " "))
        ])
        let file = try await PDFFile(try PrintedSamples.document([facts]).pdf())
        for word in words { #expect(file.text.contains(word), "\(word)") }
        #expect(file.pages.count == 1)
    }

    @Test("the file is written in parts, and an error of the receiver ends it")
    func parts() throws {
        struct Full: Error {}
        let document = PrintedSamples.document([PrintedSamples.table(rows: 300)])
        var sizes: [Int] = []
        try document.drawPDF { sizes.append($0.count) }
        #expect(sizes.count > 10 && sizes.reduce(0, +) > 10_000)
        var parts = 0
        #expect(throws: Full.self) {
            try document.drawPDF { _ in
                parts += 1
                if parts == 3 { throw Full() }
            }
        }
        #expect(parts == 3)
    }

    @Test("several documents can be drawn at the same time")
    func together() async throws {
        let document = PrintedSamples.document(Self.blocks + [PrintedSamples.table(rows: 40)])
        let first = try document.pdf()
        let same = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 { group.addTask { try document.pdf() == first } }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(same)
    }
}
