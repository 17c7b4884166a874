import TestSupport
import Testing
import TimeKit

@testable import Giving

@Suite struct StatementTextTests {
    @Test("matches the golden files")
    func golden() throws {
        let paper = StatementText(try StatementTests.year())
        try expectGolden(paper.text, "statement-us.txt")
        try expectGolden(paper.html, "statement-us.html")
        try expectGolden(paper.csv, "statement-us.csv")
    }

    @Test("a year without gifts names the donor")
    func emptyOfDonor() throws {
        let statement = try Statement(
            [], to: try Samples.organization(), donorName: "Ann Lee", year: 2026, at: Samples.now)
        let paper = StatementText(statement)
        #expect(paper.text.contains("Ann Lee") && paper.html.contains("Ann Lee"))
        for text in [paper.text, paper.html] {
            #expect(text.contains("No gifts in this year.") && !text.contains("No goods or services"))
        }
    }

    @Test("a year without gifts and without a name says so, and names no donor")
    func empty() throws {
        let statement = try Statement(
            [], to: try Samples.organization(), year: 2026, at: Samples.now)
        let paper = StatementText(statement)
        #expect(paper.text.contains("No gifts in this year."))
        #expect(paper.text.contains(TestMark.sentence) && paper.html.contains(TestMark.sentence))
        #expect(!paper.text.contains("Donor:") && !paper.html.contains("<dt>Donor</dt>"))
        #expect(paper.csv.split(separator: "\r\n").count == 1)
    }

    @Test("escapes markup in names")
    func escaped() throws {
        var gift = Samples.gift()
        gift.giver = try Samples.giver("donor_1", "<i>")
        let line = try StatementTests.line(gift, "7", "<b>&\"")
        let statement = try Statement(
            [line], to: try Samples.organization("x", "</title>"),
            year: 2026, at: Samples.now)
        let html = StatementText(statement).html
        #expect(html.contains("<bdi>&lt;b&gt;&amp;&quot;</bdi>") && html.contains("<bdi>&lt;i&gt;</bdi>"))
        #expect(!html.contains("<b>") && !html.contains("<i>"))
    }
}
