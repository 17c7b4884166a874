import Foundation
import Testing

@testable import Documents

@Suite struct JSONWriterTests {
    static let table: [(JSONValue, String)] = [
        (.null, "null"), (.bool(true), "true"), (.int(-7), "-7"),
        (.string("a\"b\\c\n"), #""a\"b\\c\n""#), (.string("é€😀"), "\"é€😀\""),
        (.string("\u{0}\u{7F}\u{202E}"), #""\u0000\u007f\u202e""#),
        ([1, "x", nil], #"[1,"x",null]"#), ([], "[]"), ([:], "{}"),
        (["b": 1, "a": ["c": false]], #"{"b":1,"a":{"c":false}}"#),
        (.hex([0x04, 0xAB]), "\"04ab\""),
    ]

    @Test("writes values as RFC 8259 requires", arguments: table)
    func writes(value: JSONValue, text: String) { #expect(value.text == text) }

    @Test("every scalar up to U+FFFF survives Foundation's parser")
    func roundTrip() throws {
        let scalars = (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init)
        let string = String(String.UnicodeScalarView(scalars))
        let parsed = try JSONSerialization.jsonObject(
            with: Data(JSONValue.array([.string(string)]).text.utf8))
        let strings = try #require(parsed as? [String])
        #expect(strings.first.map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
    }
}
