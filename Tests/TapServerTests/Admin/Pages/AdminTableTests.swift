import HTMLKit
import Testing

@testable import TapServer

/// Tables, and the cards that a narrow screen shows instead.
@Suite struct AdminTableTests {
    private func html(_ columns: [AdminTable.Column], _ cells: [HTML]) -> String {
        AdminTable(caption: "Gifts", columns: columns, rows: [cells]).html.text
    }

    @Test("a card without a title shows each column's heading")
    func labels() {
        let html = html(["A", "B", .number("C"), "D"], ["1", "2", "3", "4"])
        #expect(html.contains("<table class=\"list c4\" role=\"table\">"))
        #expect(html.contains("<td role=\"cell\" data-label=\"A\">1</td>"))
        #expect(html.contains("<td role=\"cell\" class=\"n\" data-label=\"C\">3</td>"))
    }

    @Test("a card with a title shows a heading only for columns that request one")
    func parts() {
        let columns: [AdminTable.Column] = [
            .title("Fund"), .line("ID", isNamed: true), .line("E-mail"),
            .number("Total"), .status("Status"),
        ]
        let html = html(columns, ["General", "12", "a@example.org", "$5.00", "open"])
        #expect(html.contains("<table class=\"list c5 titled flat\" role=\"table\">"))
        for cell in [
            "class=\"title\">General", "class=\"line\" data-name=\"ID\">12", "class=\"line\">a@example.org",
            "class=\"n\" data-label=\"Total\">$5.00", "class=\"status\">open",
        ] {
            #expect(html.contains("<td role=\"cell\" \(cell)</td>"), "\(cell)")
        }
    }

    @Test("an amount is next to the title")
    func amount() {
        let columns: [AdminTable.Column] = [
            .title("From"), .amount("Amount"), "When", "For",
        ]
        let html = html(columns, ["A Donor", "$5.00", "today", "General"])
        #expect(html.contains("<table class=\"list c4 titled\" role=\"table\">"))
        #expect(html.contains("<td role=\"cell\" class=\"n amount\">$5.00</td>"))
    }

    @Test("a table with few columns stays a table on every screen")
    func few() {
        let html = html(["A", .number("B")], ["1", "2"])
        #expect(html.contains("<td>1</td>") && html.contains("<td class=\"n\">2</td>"))
        #expect(!html.contains("role=\"table\""))
    }
}
