import Foundation
import SimulationKit
import TestSupport
import Testing
import TextKit

@testable import ProcessorSimulator

/// JSON as the processor keeps it, read and written.
@Suite struct JSONValueTests {
    @Test(
        "reads numbers of 64 bits as such, others as they are written",
        arguments: [
            ("null", .null), (" true\n", .bool(true)), ("0", .integer(0)), ("-0", .integer(0)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .decimal("9223372036854775808")), ("2.90", .decimal("2.90")),
            ("1e2", .decimal("1e2")), ("-1.5E-3", .decimal("-1.5E-3")), (#""\u00e4""#, "ä"),
            ("[1, [ ] ,{}]", [1, .list([]), [:]]), (#"{ "b" : 1 , "a" : null }"#, ["b": 1, "a": nil]),
        ] as [(String, JSONValue)])
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test("refuses what is none", arguments: ["", "01", "[1,]", "{", "1 2", "\u{FEFF}1"])
    func refuses(text: String) {
        #expect(throws: JSONTreeError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("reads a long text of its own")
    func long() throws {
        let value = JSONValue.text(String(repeating: "a", count: JSONTree.octetLimit))
        #expect(try JSONValue(parsing: value.bytes) == value)
    }

    @Test("reads what it wrote, and Foundation does", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let value = Self.value(depth: 3, &generator)
        let bytes = value.bytes
        #expect(try JSONValue(parsing: bytes) == value)
        #expect(throws: Never.self) {
            try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        }
        // Whatever becomes of a single octet: a value or a refusal, never a trap.
        var broken = bytes
        broken[Int.random(in: broken.indices, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        _ = try? JSONValue(parsing: broken)
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
