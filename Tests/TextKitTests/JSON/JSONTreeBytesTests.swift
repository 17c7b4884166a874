import Foundation
import SimulationKit
import TestSupport
import Testing
import TextKit

/// JSON for programs.
@Suite struct JSONTreeBytesTests {
    @Test(
        "writes no spaces, keeps the order of keys and numbers unchanged",
        arguments: [
            (.null, "null"), (false, "false"), (.number("2.90"), "2.90"), ([], "[]"), ([:], "{}"),
            ([.number("1"), [.null, "x"]], #"[1,[null,"x"]]"#),
            (["b": true, "a": ["b": "/"]], #"{"b":true,"a":{"b":"/"}}"#),
        ] as [(JSONTree, String)])
    func writes(tree: JSONTree, text: String) throws {
        #expect(String(decoding: tree.bytes, as: UTF8.self) == text)
        #expect(try JSONTree(tree.bytes) == tree)
    }

    @Test("escapes only quotation marks, backslashes and control characters below the space")
    func escapes() throws {
        var text = String.UnicodeScalarView()
        for value in UInt8.min ... .max { text.append(Unicode.Scalar(value)) }
        let bytes = JSONTree.string(String(text) + "😀\u{2028}").bytes
        #expect(try JSONTree(bytes) == .string(String(text) + "😀\u{2028}"))
        let written = String(decoding: bytes, as: UTF8.self)
        #expect(written.hasPrefix(#""\u0000\u0001"#))
        #expect(written.contains(#"\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010"#))
        #expect(written.contains(##"\u001f !\"#$"##) && written.contains(#"[\\]"#))
        #expect(written.contains("~\u{7F}\u{80}") && written.hasSuffix("ÿ😀\u{2028}\""))
    }

    @Test("reads its own text, as Foundation does", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let tree = Self.tree(depth: 3, &generator)
        let bytes = tree.bytes
        #expect(try JSONTree(bytes) == tree)
        #expect(throws: Never.self) {
            try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        }
        // Changes one byte: the result is a tree or an error, never a trap.
        var broken = bytes
        broken[Int.random(in: broken.indices, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        _ = try? JSONTree(broken)
    }

    private static func tree(depth: Int, _ generator: inout SeededGenerator) -> JSONTree {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &generator))
        case 3: return .number("\(Int.random(in: -99...99, using: &generator)).5")
        case 4: return .string(text(&generator))
        case 5: return .array((0..<3).map { _ in tree(depth: depth - 1, &generator) })
        default:
            return .object(
                (0..<3).map {
                    JSONTree.Member("\($0)" + text(&generator), tree(depth: depth - 1, &generator))
                })
        }
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        let scalars: [Character] = ["a", "\"", "\\", "/", "\u{1}", "\u{1F}", "\n", "ä", "😀", "\u{2028}", "}"]
        return String(
            (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                scalars.randomElement(using: &generator) ?? "a"
            })
    }
}
