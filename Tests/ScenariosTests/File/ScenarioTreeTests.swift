import Testing

@testable import Scenarios

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

    @Test(
        "accepts & and * in quoted text and in comments",
        arguments: [
            ("- \"&a\"", "&a"), ("- '*a'", "*a"), ("- \"Tom &Jerry\"", "Tom &Jerry"),
            ("- 'it''s &a'", "it's &a"), ("- \"a\\\" &b\"", "a\" &b"), ("- [ \"*b\" ]", "*b"),
            ("- {'a': '&b'}", "&b"), ("- {'&a': b}", "&a"), ("- \"a\n  &b\"", "a &b"),
            ("# see &a, isn't it\n- '&b'", "&b"), ("- x # &a\n- '&b'", "&b"), ("- AT&T", "AT&T"),
        ])
    func quotedSigns(yaml: String, text: String) throws {
        let tree = try ScenarioTree(yaml: yaml)
        #expect(Self.texts(tree).contains(text))
    }

    /// The texts of a tree, including its keys.
    private static func texts(_ tree: ScenarioTree) -> [String] {
        switch tree.content {
        case .text(let text): [text]
        case .list(let list): list.flatMap(texts)
        case .map(let entries): entries.flatMap { [$0.key] + texts($0.value) }
        }
    }

    @Test(
        "refuses anchors and aliases outside of quoted text",
        arguments: [
            "- &a 'b'", "- 'b'\n- *a", "- it's &a\n- it's", "- [\"a\", *b]", "- {'a': &b x}",
            "-\u{85}&a b",
            // The quotation mark at the start of the second line is part of an unquoted value.
            "[foo\n  'bar, &a [x], *a, 'z']",
        ])
    func anchors(yaml: String) throws {
        let error = try #require(throws: ScenarioError.self) { try ScenarioTree(yaml: yaml) }
        #expect(error.code == .malformedYAML)
    }
}
