import SimulationKit
import TestSupport
import Testing
import TextKit

@Suite struct HexTests {
    @Test("writes two digits for every byte, and reads them back", arguments: UInt8.min...UInt8.max)
    func digits(byte: UInt8) {
        #expect(Hex.upper([byte, byte]).count == 4)
        #expect(hex(Hex.upper([byte])) == [byte])
        #expect(Hex.lower([byte]) == Hex.upper([byte]).lowercased())
        #expect(Hex.bytes(of: Hex.upper([byte, 0x0F])) == [byte, 0x0F])
        #expect(Hex.bytes(of: Hex.lower([byte, 0x0F])) == [byte, 0x0F])
        #expect(Hex.byte(byte) == Hex.upper([byte]) + "h")
    }

    @Test("reads back the bytes that it wrote", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes = generator.bytes(Int.random(in: 0...40, using: &generator))
        #expect(Hex.bytes(of: Hex.lower(bytes)) == bytes)
        #expect(Hex.constant(Hex.upper(bytes)) == bytes)
        for separator in ["", " ", ":", "\n", " 0x"] {
            #expect(try Hex.bytes(pasted: Hex.upper(bytes, separator: separator)) == bytes)
        }
    }

    @Test("writes digits above 9 in the requested case")
    func cases() {
        #expect(Hex.upper([0x0A, 0xF9]) == "0AF9")
        #expect(Hex.lower([0x0A, 0xF9]) == "0af9")
        #expect(Hex.upper([]) == "")
    }

    @Test("writes separators only between the pairs")
    func separators() {
        #expect(Hex.upper([0x0A, 0xF9, 0x00], separator: " ") == "0A F9 00")
        #expect(Hex.lower([0x0A, 0xF9], separator: ", ") == "0a, f9")
        #expect(Hex.upper([0x0A], separator: ":") == "0A")
        #expect(Hex.lower([], separator: ":") == "")
    }

    @Test("gives a value only to ASCII hex digits", arguments: UInt8.min...UInt8.max)
    func value(digit: UInt8) {
        let character = Character(Unicode.Scalar(digit))
        #expect(Hex.value(of: digit) == character.hexDigitValue.map { UInt8($0) })
    }

    @Test(
        "refuses anything but hex",
        arguments: ["0", "0g", "é0", "0x", " 0", "00 ", "+f", "-1", "０１", "0a:0b", "0a\n", "000"])
    func noHex(text: String) { #expect(Hex.bytes(of: text) == nil) }

    @Test("reads empty texts and substrings")
    func parts() {
        #expect(Hex.bytes(of: "") == [])
        #expect(Hex.bytes(of: "v1=0aF9".dropFirst(3)) == [0x0A, 0xF9])
    }

    @Test(
        "reads hex as people paste it",
        arguments: [
            "d10155", "D1 01 55", "d1:01:55", "0xD1 0x01 0x55", "0xD1,0x01,0x55", " d1\n01\r\n55\n",
            "d1-01-55", "0XD10155", "d 10 155",
        ])
    func pasted(text: String) throws { #expect(try Hex.bytes(pasted: text) == [0xD1, 0x01, 0x55]) }

    @Test(
        "reports where pasted text is not hex",
        arguments: [
            ("d1 0g", .noDigit("g", place: 5)), ("hello", .noDigit("h", place: 1)),
            ("d1 ０１", .noDigit("０", place: 4)), ("xd1", .noDigit("x", place: 1)),
            ("d1 x", .noDigit("x", place: 4)), ("1x", .noDigit("x", place: 2)),
            ("d1 0", .halfByte(after: 1)), ("d", .halfByte(after: 0)),
        ] as [(String, Hex.Flaw)])
    func flaws(text: String, flaw: Hex.Flaw) {
        #expect(throws: flaw) { try Hex.bytes(pasted: text) }
    }
}
