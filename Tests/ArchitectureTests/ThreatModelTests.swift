import Testing

/// Every test that `docs/threat-model.md` names is there.
@Suite struct ThreatModelTests {
    @Test("each test that the threat model names exists, and each attack has one or says why not")
    func named() throws {
        let text = try DocumentedTests.text(of: "docs/threat-model.md")
        #expect(DocumentedTests.named(in: text).count > 40)
        #expect(try DocumentedTests.missing(from: text) == [])
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| **") }
        #expect(rows.count >= 15)
        for row in rows {
            #expect(row.contains("Tests` \"") || row.contains("there is none"), "\(row.prefix(60))")
        }
    }

    @Test("a test that is not there is seen")
    func measure() throws {
        let text = "| x | `OneCommandTests` \"a sentence\", `test_a.py` `test_b` |"
        let found = DocumentedTests.named(in: text)
        #expect(found.map(\.place) == ["OneCommandTests", "test_a.py"])
        #expect(found.map(\.name) == ["a sentence", "test_b"])
        #expect(
            try DocumentedTests.missing(from: text) == [
                "OneCommandTests.swift has no test \"a sentence\"", "there is no test_a.py",
            ])
    }
}
