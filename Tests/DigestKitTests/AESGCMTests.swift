import DigestKit
import Testing

@Suite("Authenticated encryption with AES-256-GCM")
struct AESGCMTests {
    struct Vector: Sendable {
        var key = ""
        var nonce = ""
        var plaintext = ""
        var associated = ""
        var ciphertext = ""
        let tag: String
    }

    /// Source: McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B, cases 13 to 16. NIST SP
    /// 800-38D refers to them.
    static let vectors = [
        Vector(
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
            tag: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
            plaintext: String(repeating: "00", count: 16),
            ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            plaintext: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
            ciphertext: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad",
            tag: "b094dac5d93471bdec1a502270e3cc6c"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            plaintext: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            associated: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            ciphertext: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
            tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    @Test("matches the published examples in both directions", arguments: vectors)
    func published(vector: Vector) throws {
        let key = try #require(AESGCMKey(bytes(vector.key)))
        let (plaintext, associated) = (bytes(vector.plaintext), bytes(vector.associated))
        let sealed = key.seal(plaintext, nonce: bytes(vector.nonce), associated: associated)
        #expect(sealed == bytes(vector.nonce + vector.ciphertext + vector.tag))
        #expect(key.open(sealed, associated: associated) == plaintext)
    }

    @Test("refuses every changed, missing and added byte, other associated bytes and another key")
    func changed() throws {
        let key = try #require(AESGCMKey([UInt8](repeating: 1, count: 32)))
        let sealed = key.seal([1, 2, 3], nonce: [UInt8](repeating: 9, count: 12), associated: [7])
        for index in sealed.indices {
            var other = sealed
            other[index] ^= 1
            #expect(key.open(other, associated: [7]) == nil)
            #expect(key.open(Array(sealed[..<index]), associated: [7]) == nil)
        }
        #expect(key.open(sealed + [0], associated: [7]) == nil)
        #expect(key.open(sealed, associated: [8]) == nil && key.open(sealed) == nil)
        let other = try #require(AESGCMKey([UInt8](repeating: 2, count: 32)))
        #expect(other.open(sealed, associated: [7]) == nil)
        #expect(key.open(sealed, associated: [7]) == [1, 2, 3])
    }

    @Test("a key has exactly 32 bytes", arguments: [0, 16, 31, 33])
    func length(count: Int) {
        #expect(AESGCMKey([UInt8](repeating: 0, count: count)) == nil)
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
