import Foundation
import TestSupport
import Testing

/// Each row of the tables in `docs/processor.md` has a mark that says how well it is confirmed.
@Suite struct ProcessorMarksTests {
    private let page: String
    /// The rows of all tables, without headers and separators.
    private let rows: [Substring]

    init() throws {
        page = try String(
            contentsOf: SharedFixtures.projectFolder.appending(path: "docs/processor.md"), encoding: .utf8)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        rows = zip(lines, lines.dropFirst() + [""]).reduce(into: []) { rows, pair in
            let isHead = pair.1.hasPrefix("| ---")
            if pair.0.hasPrefix("|"), !pair.0.hasPrefix("| ---"), !isHead { rows.append(pair.0) }
        }
    }

    @Test("every row has its mark")
    func marks() {
        let mark = /`(read|believed|own|confirmed \d{4}-\d{2}-\d{2})` \|$/
        #expect(rows.count > 80)
        #expect(rows.filter { !$0.contains(mark) } == [])
    }

    @Test(
        "the page says what each mark means", arguments: ["read", "believed", "confirmed 2027-01-31", "own"])
    func meanings(mark: String) { #expect(page.contains("\n- `\(mark)`: ")) }

    @Test("the page says that no row is confirmed if and only if this is true")
    func confirmed() {
        let isConfirmed = rows.contains { $0.contains("`confirmed ") }
        #expect(page.contains("No row is confirmed yet.") != isConfirmed)
    }
}
