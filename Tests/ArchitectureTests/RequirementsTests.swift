import Foundation
import TestSupport
import Testing

/// `docs/requirements-status.md` says which test proves which fact of the requirements; its table is made
/// from the tests.
///
/// A test names a fact by its id, `G1-09`, in its title or in a comment above it. `UPDATE_GOLDEN=1` rewrites
/// the table.
@Suite struct RequirementsTests {
    private static let page = SharedFixtures.projectFolder.appending(path: "docs/requirements-status.md")
    private static let edge = "## Not in a test\n"

    @Test("the table is what the tests say")
    func tableIsMade() throws {
        let kept = try String(contentsOf: Self.page, encoding: .utf8)
        let (top, rest) = try Self.parts(of: kept)
        let made = Self.head + NamedTest.all().table + "\n" + Self.edge + rest
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            return try made.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        #expect(top + Self.edge + rest == made, "UPDATE_GOLDEN=1 updates it")
    }

    @Test("every fact that is not out has a test that names it, or a line that says why not, and not both")
    func everyFact() throws {
        guard let text = try Self.requirements() else { return }
        let (all, wanted) = Self.facts(in: text)
        #expect(wanted.count > 150)
        let proved = Set(NamedTest.all().map(\.id))
        let (_, rest) = try Self.parts(of: String(contentsOf: Self.page, encoding: .utf8))
        let excused = Set(Self.ids(inRanges: rest))
        #expect(wanted.subtracting(proved).subtracting(excused).sorted() == [], "neither a test nor a line")
        #expect(proved.intersection(excused).sorted() == [], "both a test and a line")
        // A fact that the catalogue excludes may be proved anyway.
        #expect(proved.union(excused).subtracting(all).sorted() == [], "no such fact")
    }

    @Test("a range names all that is in it")
    func ranges() {
        #expect(
            Self.ids(inRanges: "| C0-08 to C0-11, G1-02 | x |") == [
                "C0-08", "C0-09", "C0-10", "C0-11", "G1-02",
            ])
    }

    private static let head = """
        # Requirements

        Which test proves which fact: C0 contracts, G1 giving, D2 dependents' fees, B3 bookings, P4 plans. The table is made from
        the tests that name a fact by its id; `RequirementsTests` compares them, and `UPDATE_GOLDEN=1` updates it.

        | fact | tests |
        | --- | --- |

        """

    private static func parts(of page: String) throws -> (top: String, rest: String) {
        let edge = try #require(page.range(of: edge))
        return (String(page[..<edge.lowerBound]), String(page[edge.upperBound...]))
    }

    private static func requirements() throws -> String? {
        let file = SharedFixtures.projectFolder.deletingLastPathComponent().appending(
            path: "shared/requirements.md")
        guard FileManager.default.fileExists(atPath: file.path) else {
            print("not tested, no such file: ../shared/requirements.md")
            return nil
        }
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// The ids of a catalogue's rows: all of them, and those that are not excluded.
    private static func facts(in text: String) -> (all: Set<String>, wanted: Set<String>) {
        let rows = text.split(separator: "\n").compactMap { row in
            row.prefixMatch(of: #/\| ((?:C0|G1|D2|B3|P4)-\d+) \|/#).map { (String($0.1), row) }
        }
        let out = #/\| (?:out|n/a)\b/#
        return (Set(rows.map(\.0)), Set(rows.filter { $0.1.firstMatch(of: out) == nil }.map(\.0)))
    }

    private static func ids(inRanges text: String) -> [String] {
        text.matches(of: #/((?:C0|G1|D2|B3|P4)-)(\d+)(?: to \1(\d+))?/#).flatMap { match in
            let first = Int(match.2) ?? 0
            let last = match.3.flatMap { Int($0) } ?? first
            return (first...max(first, last)).map { "\(match.1)\($0 < 10 ? "0" : "")\($0)" }
        }
    }
}

/// A fact, and a test that names it.
struct NamedTest: Hashable {
    /// `G1-09`
    var id: String
    /// The file without its ending, and the test's sentence or name.
    var test: String

    /// Every test that names a fact, by fact and place.
    static func all() -> [NamedTest] {
        let folder = SharedFixtures.projectFolder.appending(path: "Tests")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL } ?? []
        return
            files
            .filter {
                ["swift", "py"].contains($0.pathExtension)
                    && $0.lastPathComponent != "RequirementsTests.swift"
            }
            .flatMap { file -> [NamedTest] in
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                return named(in: text, of: file.deletingPathExtension().lastPathComponent)
            }
            .sorted { ($0.id, $0.test) < ($1.id, $1.test) }
    }

    private static func named(in text: String, of file: String) -> [NamedTest] {
        guard text.contains(#/\b(?:C0|G1|D2|B3|P4)-\d/#) else { return [] }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let starts = lines.indices.filter { lines[$0].contains(#/@Test\b|^def test_/#) }
        return lines.indices.flatMap { line -> [NamedTest] in
            let ids = lines[line].matches(of: #/\b(?:C0|G1|D2|B3|P4)-\d+/#).map { String($0.output) }
            guard !ids.isEmpty else { return [] }
            // A comment is above its test, or between its title and its function. A title, and what follows it, is the test's own.
            let isComment = lines[line].contains(#/^\s*(?:\/\/|#)/#)
            let before = starts.last { $0 <= line }
            let isInside =
                before.map { !lines[$0..<line].contains { $0.contains(#/\b(?:func|def) /#) } } ?? false
            let start = isComment && !isInside ? starts.first { $0 > line } : before
            guard let start else { return [] }
            return ids.map { NamedTest(id: $0, test: "\(file): \(name(of: lines[start...].prefix(4)))") }
        }
    }

    /// A title, or the name of a function.
    private static func name(of lines: ArraySlice<Substring>) -> String {
        let text = lines.joined(separator: "\n")
        if let title = text.firstMatch(of: #/@Test\(\s*"((?:[^"\\]|\\.)*)"/#) { return String(title.1) }
        return text.firstMatch(of: #/(?:func|def) (\w+)/#).map { String($0.1) } ?? "?"
    }
}

extension [NamedTest] {
    /// A row for each fact.
    fileprivate var table: String {
        let facts = Dictionary(grouping: Set(self), by: \.id)
        return facts.keys.sorted().map { id in
            let tests = facts[id, default: []].map(\.test).sorted()
            return "| \(id) | \(tests.joined(separator: "; ").replacing("|", with: "\\|")) |\n"
        }.joined()
    }
}
