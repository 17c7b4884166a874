import Foundation
import MoneyKit
import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Nouns as they are kept: Foundation's coders are the peer that reads and writes the same.
@Suite struct NounCoderTests {
    /// One of everything that `Codable` knows, floating-point numbers apart.
    struct Everything: Codable, Hashable {
        struct Part: Codable, Hashable { var name: String? }
        enum Kind: String, Codable { case one, two }
        /// What the compiler codes in containers within containers.
        enum Choice: Codable, Hashable { case bare, named(part: Part, count: Int), plain(String?) }
        /// What is coded by hand, in all the other ways.
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
        var text = "a \"quoted\" / slash \\ ä \u{1}"
        var flag = true
        var nothing: String?
        var kind = Kind.two
        var kinds: [Kind] = [.one, .two]
        var part = Part(name: "x")
        var parts = [Part(), Part(name: "y")]
        var gaps: [Int?] = [1, nil, 3]
        var table = ["b": 1, "a": 2]
        var numbered = [7: "seven"]
        var choices: [Choice] = [.bare, .named(part: Part(name: "z"), count: 3), .plain(nil), .plain("p")]
        var byHand = ByHand()
    }

    @Test("reads what it wrote; Foundation reads it; it reads what Foundation wrote")
    func everything() throws {
        let value = Everything()
        let json = try NounCoder.encode(value)
        #expect(try NounCoder.decode(Everything.self, from: json) == value)
        #expect(try JSONDecoder().decode(Everything.self, from: json) == value)
        #expect(try NounCoder.decode(Everything.self, from: JSONEncoder().encode(value)) == value)
    }

    @Test("an intent and its charge are the same by both")
    func nouns() async throws {
        let bench = try ProcessorBench()
        let intent = try await bench.gift(to: bench.church(), with: "pm_card_mastercard")
        let id = try #require(intent.latestCharge)
        let charge = try await bench.processor.charge(id)
        #expect(try JSONDecoder().decode(PaymentIntent.self, from: NounCoder.encode(intent)) == intent)
        #expect(try NounCoder.decode(PaymentIntent.self, from: JSONEncoder().encode(intent)) == intent)
        #expect(try JSONDecoder().decode(Charge.self, from: NounCoder.encode(charge)) == charge)
        #expect(try NounCoder.decode(Charge.self, from: JSONEncoder().encode(charge)) == charge)
    }

    @Test(
        "refuses what does not fit, as Foundation does",
        arguments: [
            #"{"whole":"1"}"#, #"{"whole":1.5}"#, #"{"whole":9223372036854775808}"#, #"{"byte":256}"#,
            #"{"byte":-1}"#, #"{"text":1}"#, #"{"text":null}"#, #"{"flag":"true"}"#, #"{"kind":"three"}"#,
            #"{"parts":{}}"#, #"{"part":[]}"#, #"{"gaps":[1,"2"]}"#, #"{}"#, "[]", "1", "{",
        ])
    func refuses(text: String) {
        #expect(throws: (any Error).self) { try NounCoder.decode(Everything.self, from: Data(text.utf8)) }
    }

    @Test("a floating-point number is refused, whether it is written or read")
    func floatingPoint() {
        #expect(throws: EncodingError.self) { try NounCoder.encode(["x": 0.5]) }
        #expect(throws: EncodingError.self) { try NounCoder.encode([Float(0.5)]) }
        #expect(throws: EncodingError.self) { try NounCoder.encode(Double?.some(1)) }
        #expect(throws: DecodingError.self) {
            try NounCoder.decode([String: Double].self, from: Data(#"{"x":0.5}"#.utf8))
        }
        #expect(throws: DecodingError.self) { try NounCoder.decode([Float].self, from: Data("[1]".utf8)) }
    }

    @Test("JSON within a noun stays as it is")
    func nested() throws {
        struct Holder: Codable, Hashable { var told: JSONValue }
        let holder = Holder(told: ["z": 1, "a": [nil, "x", true, .decimal("2.90")]])
        #expect(try NounCoder.decode(Holder.self, from: NounCoder.encode(holder)) == holder)
    }
}
