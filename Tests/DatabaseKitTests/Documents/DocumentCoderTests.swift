import DatabaseKit
import Foundation
import TestSupport
import Testing
import TextKit

/// Stored values, compared with Foundation's coders, which must read and write the same.
@Suite struct DocumentCoderTests {
    /// A value of every type that `Codable` supports, except floating-point numbers.
    struct Everything: Codable, Hashable {
        struct Part: Codable, Hashable { var name: String? }
        enum Kind: String, Codable { case one, two }
        /// An enum with associated values, which the compiler encodes in nested containers.
        enum Choice: Codable, Hashable { case bare, named(part: Part, count: Int), plain(String?) }
        /// A type with hand-written coding, which uses all other containers.
        struct ByHand: Codable, Hashable {
            var pair = [1, 2]
            var name = "x"
            var deep = 7

            private enum Key: CodingKey { case pair, own }

            init() {}
            init(from decoder: any Decoder) throws {
                let fields = try decoder.container(keyedBy: Key.self)
                var list = try fields.nestedUnkeyedContainer(forKey: .pair)
                pair = [try list.decode(Int.self), try list.decode(Int.self)]
                var inner = try list.nestedUnkeyedContainer()
                deep = try inner.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .own)
                _ = try list.superDecoder().singleValueContainer().decode(Bool.self)
                name = try fields.superDecoder(forKey: .own).singleValueContainer().decode(String.self)
                _ = try fields.superDecoder().singleValueContainer().decode(Int.self)
            }
            func encode(to encoder: any Encoder) throws {
                var fields = encoder.container(keyedBy: Key.self)
                var list = fields.nestedUnkeyedContainer(forKey: .pair)
                for number in pair { try list.encode(number) }
                var inner = list.nestedUnkeyedContainer()
                var innermost = inner.nestedContainer(keyedBy: Key.self)
                try innermost.encode(deep, forKey: .own)
                var above = list.superEncoder().singleValueContainer()
                try above.encode(true)
                var own = fields.superEncoder(forKey: .own).singleValueContainer()
                try own.encode(name)
                var parent = fields.superEncoder().singleValueContainer()
                try parent.encode(1)
            }
        }

        var small: Int8 = -128
        var byte: UInt8 = 255
        var short: Int16 = -32_768
        var word: UInt16 = 65_535
        var medium: Int32 = .min
        var unsigned: UInt32 = .max
        var whole = Int.min
        var natural = UInt.max
        var long = Int64.max
        var seed = UInt64.max
        var text = "a \"quoted\" / slash \\ ä \u{1}\u{8}\t\n\u{C}\r\u{1F}\u{7F}\u{2028}😀"
        var octets = Data([0, 1, 254, 255])
        var chunks: [Data?] = [Data(), nil]
        var flag = true
        var nothing: String?
        var kind = Kind.two
        var kinds: [Kind] = [.one, .two]
        var part = Part(name: "x")
        var parts = [Part(), Part(name: "y")]
        var gaps: [Int?] = [1, nil, 3]
        var table = ["b": 1, "a": 2]
        var numbered = [7: "seven", 10: "ten"]
        var ofKinds: [Kind: Int] = [.two: 2]
        var optional: Int64?
        var present: UInt64? = .max
        var yes: Bool? = true
        var choices: [Choice] = [.bare, .named(part: Part(name: "z"), count: 3), .plain(nil), .plain("p")]
        var byHand = ByHand()
    }

    @Test("DocumentCoder and Foundation read each other's output and their own")
    func everything() throws {
        let value = Everything()
        #expect(try isKeptAsFoundationKeepsIt(value))
        let json = try DocumentCoder.encode(value)
        #expect(try DocumentCoder.decode(Everything.self, from: json) == value)
        #expect(try JSONDecoder().decode(Everything.self, from: json) == value)
        #expect(try DocumentCoder.decode(Everything.self, from: JSONEncoder().encode(value)) == value)
    }

    @Test(
        "refuses what Foundation refuses",
        arguments: [
            #"{"whole":"1"}"#, #"{"whole":1.5}"#, #"{"whole":9223372036854775808}"#, #"{"byte":256}"#,
            #"{"byte":-1}"#, #"{"text":1}"#, #"{"text":null}"#, #"{"flag":"true"}"#, #"{"kind":"three"}"#,
            #"{"parts":{}}"#, #"{"part":[]}"#, #"{"gaps":[1,"2"]}"#, #"{}"#, "[]", "1", "{",
        ])
    func refuses(text: String) {
        #expect(throws: (any Error).self) { try DocumentCoder.decode(Everything.self, from: Data(text.utf8)) }
    }

    @Test("refuses floating-point numbers, written or read")
    func floatingPoint() {
        #expect(throws: EncodingError.self) { try DocumentCoder.encode(["x": 0.5]) }
        #expect(throws: EncodingError.self) { try DocumentCoder.encode([Float(0.5)]) }
        #expect(throws: EncodingError.self) { try DocumentCoder.encode(Double?.some(1)) }
        #expect(throws: DecodingError.self) {
            try DocumentCoder.decode([String: Double].self, from: Data(#"{"x":0.5}"#.utf8))
        }
        #expect(throws: DecodingError.self) { try DocumentCoder.decode([Float].self, from: Data("[1]".utf8)) }
    }

    @Test("JSON within a document keeps the order of its names")
    func parts() throws {
        struct Holder: Codable { var b: JSONTree, a: [String: JSONTree] }
        let part: JSONTree = ["z": .number("2.90"), "a": [.null, "x", true]]
        let json = try DocumentCoder.encode(Holder(b: part, a: ["p": part]))
        let text = #"{"z":2.90,"a":[null,"x",true]}"#
        #expect(String(decoding: json, as: UTF8.self) == #"{"a":{"p":\#(text)},"b":\#(text)}"#)
        let read = try DocumentCoder.decode(Holder.self, from: json)
        #expect(read.b == part && read.a == ["p": part])
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(part) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONTree.self, from: Data("[]".utf8)) }
    }

    @Test("refuses bytes that are not Base64", arguments: [#"{"x":"a"}"#, #"{"x":[1]}"#, #"{"x":null}"#])
    func octets(text: String) {
        #expect(throws: DecodingError.self) {
            try DocumentCoder.decode([String: Data].self, from: Data(text.utf8))
        }
    }
}
