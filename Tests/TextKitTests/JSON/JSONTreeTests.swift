import Foundation
import SimulationKit
import TestSupport
import Testing
import TextKit

@Suite struct JSONTreeTests {
    private static let texts = [
        #"{"links":{"apps":[],"details":[{"appID":"A.b","paths":["/a/*"]}]},"é":"\u00e9\ud83d\ude00"}"#,
        #"[{"amount": 2500, "fee": -0.30, "by": 1.5e+3, "live": false, "\"": null, "\\n": ["\n\t", "", {}]}]"#,
    ]
    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u00e9", "\\ud83d", "null", "true", ".1", "-", "0", "é",
        "\u{1F}",
    ]
    private static func mutation(_ generator: inout SeededGenerator) -> [UInt8] {
        generator.mutation(of: texts.randomElement(using: &generator) ?? "", with: pieces)
    }

    private func tree(_ text: String) throws(JSONTreeError) -> JSONTree { try JSONTree(Array(text.utf8)) }

    @Test(
        "reads what RFC 8259 allows",
        arguments: [
            ("null", .null), (" true\n", true), ("[]", []), ("{}", [:]), ("\"\"", ""),
            (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9é""#, "éé"),
            (#""\ud83d\ude00""#, "😀"),
            ("[-0, 1.5e+3,10]", [.number("-0"), .number("1.5e+3"), .number("10")]),
            (#"{"b":1,"a":[{}],"b":2}"#, ["b": .number("1"), "a": [[:]], "b": .number("2")]),
        ] as [(String, JSONTree)])
    func reads(text: String, tree: JSONTree) throws { #expect(try self.tree(text) == tree) }

    @Test(
        "refuses what RFC 8259 forbids, with the offset",
        arguments: [
            ("", .unexpectedEnd, 0), ("[1,", .unexpectedEnd, 3), ("\"a", .unexpectedEnd, 2),
            ("[1,]", .unexpectedCharacter, 3), ("{a:1}", .unexpectedCharacter, 1),
            ("{\"a\" 1}", .unexpectedCharacter, 5), ("[1 2]", .unexpectedCharacter, 3),
            ("// no", .unexpectedCharacter, 0), ("\u{FEFF}{}", .unexpectedCharacter, 0),
            ("nul", .unexpectedCharacter, 0), ("01", .badNumber, 2), ("-", .badNumber, 1),
            ("1.", .badNumber, 2), ("1e", .badNumber, 2), ("\"\\x\"", .badString, 3),
            ("\"\u{1}\"", .badString, 1), (#""\ud800""#, .badString, 7), (#""\ude00""#, .badString, 7),
            (#""\u12g4""#, .badString, 5), (#""\u+123""#, .badString, 3), (#""\u12""#, .badString, 5),
            (#""\ud83d\u0041""#, .badString, 13), (#""\ud83dx""#, .badString, 7), ("{} {}", .trailingText, 3),
            ("+1", .unexpectedCharacter, 0), (".5", .unexpectedCharacter, 0), ("-01", .badNumber, 3),
            (#"{"a"}"#, .unexpectedCharacter, 4), (#"{"a":}"#, .unexpectedCharacter, 5),
            (#"{"a":1"#, .unexpectedEnd, 6),
            (String(repeating: "[", count: 40), .tooDeep, 32),
            (String(repeating: " ", count: 1 << 20) + "1", .tooLarge, 0),
        ] as [(String, JSONTreeError.Code, Int)])
    func refuses(text: String, code: JSONTreeError.Code, offset: Int) {
        let error = #expect(throws: JSONTreeError.self) { try tree(text) }
        #expect(error?.code == code && error?.offset == offset)
        #expect(error.map { !$0.summary.isEmpty && $0.remedy.hasSuffix(".") } ?? false)
    }

    @Test(
        "invalid UTF-8 is reported with its offset", arguments: ["0A 22 C3 28 22", "0A 5B C3", "0A 5D C3 22"])
    func utf8(bytes: String) {
        let error = #expect(throws: JSONTreeError.self) { try JSONTree(hex(bytes)) }
        #expect(error?.code == .invalidUTF8 && error?.offset == 2 && error?.line == 2)
    }

    @Test("refuses text over a limit, and names the limit")
    func limit() throws {
        #expect(try JSONTree(Array("1234".utf8), atMost: 4) == .number("1234"))
        let error = #expect(throws: JSONTreeError.self) { try JSONTree(Array("1234".utf8), atMost: 3) }
        #expect(error?.summary == "the file has more than 3 bytes")
        #expect(
            try JSONTree(Array(repeating: 0x20, count: JSONTree.byteLimit) + [0x30], atMost: .max)
                == .number("0"))
    }

    @Test("reads lists up to the deepest level")
    func depth() throws {
        let deepest = JSONTree.depthLimit
        _ = try tree(String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest))
    }

    @Test("Foundation reads each text that it reads, with the same values", arguments: propertySeeds)
    func foundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let bytes = Self.mutation(&generator)
            guard let tree = try? JSONTree(bytes) else { continue }
            let theirs = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(tree.hasOneOfEachKey ? tree.foundation.isEqual(theirs) : true)
        }
    }

    @Test("reads back the text of a tree", arguments: propertySeeds)
    func text(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        guard let tree = try? JSONTree(Self.mutation(&generator)) else { return }
        #expect(try JSONTree(Array(tree.text.utf8)) == tree)
    }
}

extension JSONTree {
    fileprivate var foundation: NSObject {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .number(let text): NSNumber(value: Double(text) ?? .nan)
        case .string(let text): NSString(string: text)
        case .array(let elements): NSArray(array: elements.map(\.foundation))
        case .object(let members):
            NSDictionary(
                dictionary: Dictionary(
                    members.map { ($0.key, $0.value.foundation) }, uniquingKeysWith: { $1 }))
        }
    }

    fileprivate var hasOneOfEachKey: Bool {
        switch self {
        case .array(let elements): elements.allSatisfy(\.hasOneOfEachKey)
        case .object(let members):
            Set(members.map(\.key)).count == members.count && members.allSatisfy(\.value.hasOneOfEachKey)
        default: true
        }
    }
}
