import Foundation
import SimulationKit
import TestSupport
import Testing
import TokenKit

/// Bytes as text.
@Suite struct BinaryTextEncodingTests {
    @Test(
        "writes bytes in hex and in base64url",
        arguments: [
            ("", "", ""), ("00", "00", "AA"), ("0F FF", "0fff", "D_8"), ("FB EF BE", "fbefbe", "----"),
        ])
    func text(bytes: String, hexText: String, letters: String) {
        #expect(BinaryTextEncoding.hex.text(hex(bytes)) == hexText)
        #expect(BinaryTextEncoding.base64url.text(hex(bytes)) == letters)
    }

    @Test("accepts what it wrote, and refuses another length or character", arguments: propertySeeds)
    func length(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = generator.bytes(Int.random(in: 1...40, using: &generator))
        for writing in [BinaryTextEncoding.hex, .base64url] {
            let text = writing.text(bytes)
            #expect(writing.isText(text, bytes: bytes.count))
            #expect(!writing.isText(text, bytes: bytes.count + 1))
            #expect(!writing.isText(String(text.dropLast()), bytes: bytes.count))
            for wrong: String in ["=", "+", "/", "%", " ", "\u{0}"] {
                #expect(!writing.isText("\(text.dropLast())\(wrong)", bytes: bytes.count))
            }
        }
    }

    @Test("refuses hex in upper case, and letters after f", arguments: ["0A", "0g", "0é", "0x"])
    func digits(text: String) { #expect(!BinaryTextEncoding.hex.isText(text, bytes: 1)) }

    @Test("random bytes are those of the given numbers, from the lowest byte")
    func random() {
        var words: [UInt64] = [0x0807_0605_0403_0201, 0xFF0A_09]
        let bytes = RandomBytes.make(11) { words.removeFirst() }
        #expect(bytes == hex("01 02 03 04 05 06 07 08 09 0A FF") && words.isEmpty)
        #expect(RandomBytes.make(0) { 1 }.isEmpty)
    }

    @Test("a hash is SHA-256 of the text in UTF-8")
    func hash() {
        // FIPS 180-4's example.
        #expect(
            TextHash.of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(TextHash.of("é") != TextHash.of("e\u{301}"))
    }
}
