import Scenarios
import Testing

@Suite struct ScenarioTreeTests {
    /// Parses a list with this number of values, including the list itself.
    private static func parse(values: Int) throws -> ScenarioTree {
        try ScenarioTree(yaml: String(repeating: "- x\n", count: values - 1))
    }

    @Test("a document can have 100,000 values, and no more")
    func mostValues() throws {
        guard case .list(let list) = try Self.parse(values: 100_000).content else {
            Issue.record("the document is not a list")
            return
        }
        #expect(list.count == 99_999)
        let error = try #require(throws: ScenarioError.self) { try Self.parse(values: 100_001) }
        #expect(error.code == .limitExceeded)
    }
}
