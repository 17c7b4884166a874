import Foundation
import TestSupport
import Testing

/// `docs/architecture.md` names files that exist, each in a row that is short enough to read.
@Suite struct ArchitecturePageTests {
    /// Returns the rows of the table of changes.
    private static func rows() throws -> [String] {
        let text = try DocumentedTests.text(of: "docs/architecture.md")
        let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("I want to change") }
        return try #require(section).components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: SharedFixtures.projectFolder.appending(path: path).path)
    }

    /// Returns the paths that a row names. A file name without a folder is in the folder of the path before
    /// it. A path with a placeholder, such as `<Noun>`, is not returned, but sets this folder.
    static func paths(in row: String) -> [String] {
        var paths: [String] = []
        var folder = "Sources"
        for match in row.matches(of: #/`([^`]+)`/#) {
            let word = String(match.1)
            let isFile = word.hasSuffix(".swift")
            guard word.contains("/") ? !word.hasPrefix("/") : isFile else { continue }
            guard !word.contains(where: { " {(…".contains($0) }), !word.hasPrefix("+") else { continue }
            let isOutside = ["docs/", "fixtures/", "Tests/", "scripts/"].contains { word.hasPrefix($0) }
            let path = isOutside ? word : (word.contains("/") ? "Sources/" : folder + "/") + word
            let parent = path.split(separator: "/").dropLast().joined(separator: "/")
            if isFile {
                folder = parent
            } else if !isOutside {
                folder = path
            }
            if !word.contains("<") { paths.append(path) }
        }
        return paths
    }

    @Test("each file in the table of changes exists")
    func exist() throws {
        let paths = try Self.rows().flatMap { Self.paths(in: $0) }
        #expect(paths.count > 200)
        #expect(Set(paths).filter { !Self.exists($0) }.sorted() == [])
    }

    @Test("no row of the table of changes is longer than 320 characters")
    func short() throws {
        #expect(try Self.rows().filter { $0.count > 320 } == [])
    }

    @Test("finds the paths of a row")
    func reads() {
        let row =
            "| a | `A/B.swift`, `C.swift`; `D/<Noun>.swift`, such as `E+F.swift`; `docs/g.md`, `H`, `/t/{tag}`, `I/J` |"
        #expect(
            Self.paths(in: row) == [
                "Sources/A/B.swift", "Sources/A/C.swift", "Sources/D/E+F.swift", "docs/g.md", "Sources/I/J",
            ])
    }
}
