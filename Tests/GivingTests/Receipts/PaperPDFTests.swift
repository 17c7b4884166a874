import Foundation
import PDFDrawing
import TestSupport
import Testing
import TimeKit

@testable import Giving

/// Receipts and statements as PDF files: the texts of their other forms, drawn on pages.
@Suite(.enabled(if: PDFLibrary.isInstalled && PDFFile.isReadable, PDFFile.missing))
struct PaperPDFTests {
    @Test("a receipt is one page with every text of its HTML", arguments: ["US", "DE", "GB", "CA", "ZZ"])
    func receipt(country: String) async throws {
        for receipt in [
            try ReceiptTextTests.receipt(country),
            try ReceiptTextTests.receipt(country, ReceiptTextTests.makeVoid),
        ] {
            let paper = ReceiptText(receipt)
            let file = try await PDFFile(try paper.pdf())
            #expect(file.properties["Pages"] == "1" && file.properties["Tagged"] == "yes")
            #expect(file.properties["Title"] == paper.title)
            #expect(file.properties["Author"] == receipt.issuer.displayName)
            let size = ["US", "CA"].contains(country) ? "612 x 792 pts" : "595.28 x 841.89 pts"
            #expect(file.properties["Page size"]?.hasPrefix(size) == true)
            let words = Self.words(file.text)
            for text in Self.texts(paper.html) { #expect(words.contains(Self.words(text)), "\(text)") }
            #expect(words.starts(with: Self.words(TestMark.sentence)))
        }
    }

    @Test("a live receipt has no test mark")
    func live() async throws {
        let paper = ReceiptText(try ReceiptTextTests.receipt("US") { $0.livemode = true })
        let file = try await PDFFile(try paper.pdf())
        #expect(!file.text.contains("TEST") && file.text.contains("Woodlands Church"))
    }

    @Test("the same receipt has the same bytes, and a voided one has others")
    func deterministic() throws {
        let receipt = try ReceiptTextTests.receipt("US")
        let file = try ReceiptText(receipt).pdf()
        #expect(try ReceiptText(receipt).pdf() == file)
        #expect(try ReceiptText(try ReceiptTextTests.receipt("US", ReceiptTextTests.makeVoid)).pdf() != file)
    }

    @Test("a statement is a table with every text of its HTML")
    func statement() async throws {
        let paper = StatementText(try StatementTests.year())
        let file = try await PDFFile(try paper.pdf())
        #expect(file.pages.count == 1 && file.properties["Title"] == paper.title)
        let words = Self.words(file.text)
        for text in Self.texts(paper.html) { #expect(words.contains(Self.words(text)), "\(text)") }
        for tag in ["Table", "TR", "TH", "TD"] { #expect(file.structure.contains(tag)) }
    }

    @Test("a statement of 60 gifts repeats the header of its table on each page")
    func longStatement() async throws {
        let lines = try (0..<60).map { number in
            let day = Timestamp("2026-02-01T18:00:00Z").seconds + Int64(number) * 86_400
            let paidAt = Timestamp(seconds: day)
            return try StatementTests.line(Samples.gift("gift_\(number)", paidAt: paidAt))
        }
        let statement = try Statement(
            lines, to: try Samples.organization(), year: 2026, at: Timestamp("2027-01-05T18:00:00Z"))
        let file = try await PDFFile(try StatementText(statement).pdf())
        #expect(file.pages.count >= 2)
        for page in file.pages.prefix(2) {
            #expect(page.contains("Date") && page.contains("Fee covered") && page.contains(TestMark.sentence))
        }
        for line in lines { #expect(file.text.contains(line.day.iso8601)) }
    }

    @Test("a year without gifts says so")
    func empty() async throws {
        let statement = try Statement([], to: try Samples.organization(), year: 2026, at: Samples.now)
        let file = try await PDFFile(try StatementText(statement).pdf())
        #expect(file.text.contains("No gifts in this year.") && !file.structure.contains("Table"))
    }

    /// Returns the texts between the tags of a page's body.
    private static func texts(_ html: String) -> [String] {
        let body = html.components(separatedBy: "<main>").last ?? ""
        return body.replacing(/<[^>]*>/, with: "\n").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&").split(separator: "\n").map(
                String.init
            )
            .filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// Returns a text without spaces and line breaks, whose places differ between the forms.
    private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
