import TestSupport
import Testing

@testable import TagSecurity

@Suite("AES-128")
struct AESKeyTests {
    private static let key = hex("2B7E151628AED2A6ABF7158809CF4F3C")
    private static let text = hex(
        "6BC1BEE22E409F96E93D7E117393172A AE2D8A571E03AC9C9EB76FAC45AF8E51 30C81C46A35CE411E5FBC1191A0A52EF F69F2445DF4F9B17AD2B417BE66C3710"
    )

    /// Source: NIST SP 800-38A §F.1.1, §F.2.1.
    @Test("enciphers and deciphers NIST's blocks")
    func blocks() throws {
        let key = try #require(AESKey(Self.key))
        let block = Array(Self.text.prefix(16))
        #expect(key.encipher(block) == hex("3AD77BB40D7A3660A89ECAF32466EF97"))
        #expect(key.decipher(key.encipher(block)) == block)
        let cbc = key.encipherCBC(Self.text, vector: Array(0..<16))
        #expect(Array(cbc.suffix(16)) == hex("3FF1CAA1681FAC09120ECA307586E1A7"))
        #expect(key.decipherCBC(cbc, vector: Array(0..<16)) == Self.text)
        #expect(key.encipherCBC([]).isEmpty)
    }

    /// Source: RFC 4493 §4.
    @Test(
        "computes the codes of RFC 4493's examples",
        arguments: [
            (0, "BB1D6929E95937287FA37D129B756746"), (16, "070A16B46B4D4144F79BDD9DD04A287C"),
            (40, "DFA66747DE9AE63030CA32611497C827"), (64, "51F0BEBF7E3B9D92FC49741779363CFE"),
        ])
    func cmac(count: Int, expected: String) throws {
        let key = try #require(AESKey(Self.key))
        #expect(key.cmac(Array(Self.text.prefix(count))) == hex(expected))
    }

    @Test("16 bytes, no other number", arguments: [0, 15, 17, 24, 32])
    func size(count: Int) { #expect(AESKey(Array(repeating: 0, count: count)) == nil) }

    @Test("LRP deciphers what it enciphers, and rolls its counter over", arguments: 0..<4)
    func lrp(updated: Int) throws {
        let lrp = LRP(try #require(AESKey(Self.key)), updated: updated)
        let counter = hex("FF FF FF FF")
        let cipher = lrp.encipher(Self.text, counter: counter)
        #expect(lrp.decipher(cipher, counter: counter) == Self.text)
        #expect(
            Array(cipher[16..<32]) == lrp.encipher(Array(Self.text[16..<32]), counter: hex("00 00 00 00")))
    }
}
