import DigestKit
import Testing

@Suite("Digests and derived keys")
struct DigestTests {
    static let digests: [(text: String, digest: String)] = [
        // Source: NIST, "Secure Hash Standard" examples; RFC 6234 §8.5.
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test("SHA-256 matches the published examples, at once and byte by byte", arguments: digests)
    func sha256(text: String, digest: String) {
        #expect(hex(SHA256.hash(Array(text.utf8))) == digest)
        #expect(hex(SHA256.hash(text.utf8.lazy.map { $0 })) == digest)
        var pieces = SHA256()
        for byte in text.utf8 { pieces.update([byte]) }
        #expect(hex(pieces.finalize()) == digest)
    }

    @Test("SHA-1 matches the published example")
    func sha1() {
        // Source: NIST FIPS 180-4, example values; RFC 3174 §7.3.
        #expect(hex(SHA1.hash(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    }

    static let codes: [(key: [UInt8], message: String, code: String)] = [
        // Source: RFC 4231 §4.2, §4.3, §4.7; the empty key and message: computed with Python's hmac.
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ]

    @Test("HMAC-SHA-256 matches RFC 4231, even with an empty key after another one", arguments: codes)
    func hmac(key: [UInt8], message: String, code: String) {
        _ = HMACSHA256.code(for: [1], key: [2])
        #expect(hex(HMACSHA256.code(for: message.utf8, key: key)) == code)
    }

    static let shortCodes: [(key: [UInt8], message: [UInt8], code: String)] = [
        // Source: RFC 2202 §3, cases 1, 2, 3 and 6.
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b617318655057264e28bc0b6fb378c8ef146be00"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "125d7342b9ac11cd91a39af48aa17b4f63f175d3"
        ),
        (
            [UInt8](repeating: 0xAA, count: 80),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
    ]

    @Test("HMAC-SHA-1 matches RFC 2202", arguments: shortCodes)
    func hmacSHA1(key: [UInt8], message: [UInt8], code: String) {
        #expect(hex(HMACSHA1.code(for: message, key: key)) == code)
    }

    @Test("compares byte strings of equal and of different length")
    func comparison() {
        let none: [UInt8] = []
        #expect(ConstantTime.areEqual(none, none))
        #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
        #expect(!ConstantTime.areEqual(none, [0]))
    }

    @Test(
        "scrypt refuses parameters out of range",
        arguments: [
            (0, 1, 1), (1, 1, 1), (3, 1, 1), (-2, 1, 1), (16, 0, 1), (16, 1, 0), (16, 1 << 20, 1 << 20),
        ])
    func parameters(rounds: Int, blockSize: Int, parallelism: Int) {
        #expect(throws: ScryptError.self) {
            try Scrypt.key(
                password: [], salt: [], rounds: rounds, blockSize: blockSize, parallelism: parallelism,
                byteCount: 32)
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
