import Testing
import TextKit

@Suite struct NearestWordTests {
    static let verbs = ["info", "read", "write", "verify", "erase", "format", "dump", "restore", "watch"]

    @Test(
        "names the nearest right word",
        arguments: [
            ("raed", "read"), ("wriet", "write"), ("READ", "read"), ("verfy", "verify"), ("ifno", "info"),
            ("restor", "restore"), ("xyzzy", nil), ("", nil), ("q", nil),
        ])
    func names(typed: String, expected: String?) {
        #expect(NearestWord.of(typed, among: Self.verbs) == expected)
    }

    @Test("edits count letters put in, taken out, replaced and swapped")
    func counts() {
        #expect(NearestWord.edits(from: "read", to: "read") == 0)
        #expect(NearestWord.edits(from: "raed", to: "read") == 1)
        #expect(NearestWord.edits(from: "", to: "read") == 4)
        #expect(NearestWord.edits(from: "kitten", to: "sitting") == 3)
    }
}
