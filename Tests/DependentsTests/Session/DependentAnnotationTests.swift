import Foundation
import TestSupport
import Testing

/// Checks of the source text of the dependents' property tests.
@Suite struct DependentAnnotationTests {
    /// The required texts of the annotations.
    private static let properties = [
        1: "for any tap, the review has exactly that dependent",
        2: "the review holds name, relationship, service, days and fee",
        3: "the text of the button contains the fee",
        4: "after a successful payment the confirmation is shown",
    ]

    /// The files with property tests: of the session, of the pages and of the terminal.
    private static let files = [
        "DependentsTests/Session/DependentSessionTests.swift": [1, 4],
        "TapServerTests/Dependents/DependentPropertyTests.swift": [1, 2, 3, 4],
        "TapctlTests/Output/Dependent/DependentTextTests.swift": [1, 2, 3, 4],
    ]

    /// Returns the annotated tests of a file, by the number in the annotation.
    private static func tests(in file: String) throws -> [(number: Int, text: String, code: Substring)] {
        let file = SharedFixtures.projectFolder.appending(path: "Tests/\(file)")
        let text = try String(contentsOf: file, encoding: .utf8)
        let mark = #/ {4}// Feature: dependent-service-payments, Property (\d+): (.+)\n/#
        return text.matches(of: mark).map { match in
            let rest = text[match.range.upperBound...]
            let end = rest.firstRange(of: "\n    }\n")?.upperBound ?? rest.endIndex
            return (Int(match.1) ?? 0, String(match.2), rest[..<end])
        }
    }

    @Test("each of the four property tests has its annotation in the required form")  // D2-20
    func annotations() throws {
        for (file, numbers) in Self.files {
            let tests = try Self.tests(in: file)
            #expect(tests.map(\.number) == numbers, "\(file)")
            for test in tests {
                #expect(test.text == Self.properties[test.number], "\(file)")
                #expect(test.code.hasPrefix("    @Test(\"property \(test.number): "), "\(file)")
            }
        }
    }

    @Test("each property runs over at least 100 seeds, and names the seed if it fails", .sqlite)  // D2-18
    func seeds() throws {
        let isOneSeed = ProcessInfo.processInfo.environment["TAPKIT_SEED"] != nil
        #expect(Set(propertySeeds).count >= (isOneSeed ? 1 : 100))
        for file in Self.files.keys {
            for test in try Self.tests(in: file) {
                let isParameterised =
                    test.code.contains("arguments: propertySeeds)")
                    || test.code.contains("for seed in propertySeeds {")
                #expect(isParameterised, "\(file): property \(test.number)")
                #expect(test.code.contains("SeededGenerator(seed: seed)"), "\(file): \(test.number)")
                // A check that runs once, after all seeds, has no seed in its message.
                let checks = test.code.split(separator: "\n").filter {
                    $0.contains("#expect(") && !$0.contains("bench.log ==")
                }
                #expect(!checks.isEmpty, "\(file): \(test.number)")
                #expect(checks.filter { !$0.contains("\"seed \\(seed)") } == [], "\(file)")
            }
        }
    }
}
