import Foundation
import SimulationKit
import TestSupport
import Testing

@testable import ProcessorSimulator

/// RFC 8259, read and written.
@Suite struct JSONParserTests {
    @Test(
        "reads what is JSON",
        arguments: [
            ("null", .null), (" true\n", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
            ("-0", .integer(0)), ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .decimal("9223372036854775808")), ("2.90", .decimal("2.90")),
            ("1e2", .decimal("1e2")), ("-1.5E-3", .decimal("-1.5E-3")), (#""""#, ""),
            (#""a\"\\\/\b\f\n\r\t""#, .text("a\"\\/\u{8}\u{C}\n\r\t")), (#""\u00e4\uD83D\uDE00ä""#, "ä😀ä"),
            ("[]", .list([])), ("[1, [ ] ,{}]", [1, .list([]), [:]]),
            (#"{ "b" : 1 , "a" : null }"#, ["b": 1, "a": nil]),
            (#"{"a":1,"a":2}"#, ["a": 2]),
        ] as [(String, JSONValue)])
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONParser.parse(Array(text.utf8)) == value)
    }

    @Test(
        "refuses what is none",
        arguments: [
            "", " ", "nul", "True", "01", "-01", "-", "+1", ".5", "1.", "1e", "1e+", "\"", "\"a", "\"\n\"",
            #""\x""#,
            #""\u12""#, #""\u+123""#, #""\uD83D""#, #""\uDE00""#, #""\uD83Dx""#, #""\uD83D\u0041""#, "[",
            "[1", "[1,]",
            "[,1]", "[1 2]", "{", "{a:1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1"#, "1 2", "[]]",
            "\u{FEFF}1",
        ])
    func refuses(text: String) {
        #expect(throws: JSONParser.NotJSON.self) { try JSONParser.parse(Array(text.utf8)) }
    }

    @Test("nests as deep as it may, and no deeper")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONParser.parse(nested(JSONParser.depth))
        #expect(throws: JSONParser.NotJSON.self) { try JSONParser.parse(nested(JSONParser.depth + 1)) }
    }

    @Test("reads what it wrote, and Foundation does", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let value = Self.value(depth: 3, &generator)
        let bytes = value.bytes
        #expect(try JSONParser.parse(bytes) == value)
        #expect(throws: Never.self) {
            try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        }
        // Whatever becomes of a single octet: a value or a refusal, never a trap.
        var broken = bytes
        broken[Int.random(in: broken.indices, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        _ = try? JSONParser.parse(broken)
    }

    private static func value(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &generator))
        case 3: return .decimal("\(Int.random(in: -99...99, using: &generator)).5")
        case 4: return .text(text(&generator))
        case 5: return .list((0..<3).map { _ in value(depth: depth - 1, &generator) })
        default:
            return .object(
                JSONObject((0..<3).map { ("\($0)" + text(&generator), value(depth: depth - 1, &generator)) }))
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
