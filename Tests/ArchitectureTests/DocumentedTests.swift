import Foundation
import TestSupport

/// The tests that a document names: `` `Suite` "sentence" `` in Swift, `` `file.py` `function` `` in Python.
enum DocumentedTests {
    /// A test that a document names.
    struct Named: Hashable {
        /// The suite, or the Python file.
        var place: String
        /// The sentence, or the Python function.
        var name: String
    }

    /// Returns the tests that a text names, first those in Swift.
    static func named(in text: String) -> [Named] {
        let swift = text.matches(of: #/`(\w+Tests)` "([^"]+)"/#)
        let python = text.matches(of: #/`(test_\w+\.py)` `(test_\w+)`/#)
        return swift.map { Named(place: String($0.1), name: String($0.2)) }
            + python.map { Named(place: String($0.1), name: String($0.2)) }
    }

    /// Returns the tests that a text names and that do not exist, each as a sentence.
    static func missing(from text: String) throws -> [String] {
        let files = files()
        return try Set(named(in: text)).compactMap { test in
            let isPython = test.place.hasSuffix(".py")
            let file = isPython ? test.place : "\(test.place).swift"
            // Two targets may have suites of the same name.
            let places = files.filter { $0.lastPathComponent == file }
            guard !places.isEmpty else { return "there is no \(file)" }
            let wanted = isPython ? "def \(test.name)(" : "\"\(test.name)\""
            let isThere = try places.contains {
                try String(contentsOf: $0, encoding: .utf8).contains(wanted)
            }
            return isThere ? nil : "\(file) has no test \"\(test.name)\""
        }.sorted()
    }

    /// Returns the text of a file of the project.
    static func text(of path: String) throws -> String {
        try String(contentsOf: SharedFixtures.projectFolder.appending(path: path), encoding: .utf8)
    }

    /// All files of tests.
    private static func files() -> [URL] {
        let folder = SharedFixtures.projectFolder.appending(path: "Tests")
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return all?.compactMap { $0 as? URL } ?? []
    }
}
