import Testing
import TextKit

/// JSON as programs read it.
@Suite struct JSONTreeOctetsTests {
    @Test(
        "writes without spaces, keys in their order, numbers as they are",
        arguments: [
            (.null, "null"), (false, "false"), (.number("2.90"), "2.90"), ([], "[]"), ([:], "{}"),
            ([.number("1"), [.null, "x"]], #"[1,[null,"x"]]"#),
            (["b": true, "a": ["b": "/"]], #"{"b":true,"a":{"b":"/"}}"#),
        ] as [(JSONTree, String)])
    func writes(tree: JSONTree, text: String) throws {
        #expect(String(decoding: tree.octets, as: UTF8.self) == text)
        #expect(try JSONTree(tree.octets) == tree)
    }

    @Test("escapes quotes, backslashes and what is below the space, and nothing else")
    func escapes() throws {
        var text = String.UnicodeScalarView()
        for value in UInt8.min ... .max { text.append(Unicode.Scalar(value)) }
        let octets = JSONTree.string(String(text) + "😀\u{2028}").octets
        #expect(try JSONTree(octets) == .string(String(text) + "😀\u{2028}"))
        let written = String(decoding: octets, as: UTF8.self)
        #expect(written.hasPrefix(#""\u0000\u0001"#))
        #expect(written.contains(#"\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010"#))
        #expect(written.contains(##"\u001f !\"#$"##) && written.contains(#"[\\]"#))
        #expect(written.contains("~\u{7F}\u{80}") && written.hasSuffix("ÿ😀\u{2028}\""))
    }
}
