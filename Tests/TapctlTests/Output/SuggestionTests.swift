import Testing

@testable import tapctl

@Suite struct SuggestionTests {
    static let verbs = ["info", "read", "write", "verify", "erase", "format", "dump", "restore", "watch"]

    @Test(
        "names the nearest right word",
        arguments: [
            ("raed", "read"), ("wriet", "write"), ("READ", "read"), ("verfy", "verify"), ("ifno", "info"),
            ("restor", "restore"), ("xyzzy", nil), ("", nil), ("q", nil),
        ])
    func names(typed: String, expected: String?) {
        #expect(nearest(to: typed, among: Self.verbs) == expected)
    }

    @Test("edits count letters put in, taken out, replaced and swapped")
    func counts() {
        #expect(edits(from: "read", to: "read") == 0)
        #expect(edits(from: "raed", to: "read") == 1)
        #expect(edits(from: "", to: "read") == 4)
        #expect(edits(from: "kitten", to: "sitting") == 3)
    }
}
