import Testing
import TextKit

@Suite struct NearestWordTests {
    static let verbs = ["info", "read", "write", "verify", "erase", "format", "dump", "restore", "watch"]

    @Test(
        "finds the nearest word, in any case, or none",
        arguments: [
            ("raed", "read"), ("wriet", "write"), ("READ", "read"), ("verfy", "verify"), ("ifno", "info"),
            ("restor", "restore"), ("xyzzy", nil), ("", nil), ("q", nil),
        ])
    func names(typed: String, expected: String?) {
        #expect(NearestWord.of(typed, among: Self.verbs) == expected)
    }

    @Test("counts inserted, removed, replaced and swapped letters")
    func counts() {
        #expect(NearestWord.edits(from: "read", to: "read") == 0)
        #expect(NearestWord.edits(from: "raed", to: "read") == 1)
        #expect(NearestWord.edits(from: "", to: "read") == 4)
        #expect(NearestWord.edits(from: "kitten", to: "sitting") == 3)
    }
}
