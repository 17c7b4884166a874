import SimulationKit
import TagKit
import TestSupport
import Testing

@testable import TagSecurity

/// Computed by a Python program that follows `docs/security.md`, with its own GF(32) and hashlib's HMAC.
@Suite("A batch's secret")
struct BatchSecretTests {
    struct Vector: Sendable {
        var secret: String
        var words: String
        /// UID, PWD, PACK.
        var passwords: [(uid: String, password: String, acknowledge: String)]
    }

    static let vectors: [Vector] = [
        Vector(
            secret: "00000000000000000000000000000000", words: "00001-00002-00003-00004-00005-00006-00VM6",
            passwords: [
                ("04E141124C2880", "3B5F1A70", "A283"), ("04112233445566", "2CAE2FC8", "4445"),
                ("AABBCCDD", "E5FCB140", "A2C2"),
            ]),
        Vector(
            secret: "000102030405060708090A0B0C0D0E0F", words: "000GC-40R4Y-0M301-E209M-185G2-R38EE-1YZ4V",
            passwords: [
                ("04E141124C2880", "DE0004E3", "64DB"), ("04112233445566", "562093C0", "582D"),
                ("AABBCCDD", "5263635F", "CD78"),
            ]),
        Vector(
            secret: "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", words: "ZZZZC-ZZZZF-ZZZZE-ZZZZ9-ZZZZ8-ZZZZB-ZXDCY",
            passwords: [
                ("04E141124C2880", "8078B09E", "B4A1"), ("04112233445566", "37A6DFAE", "2B32"),
                ("AABBCCDD", "96B4B56F", "8019"),
            ]),
        Vector(
            secret: "5F3B1C9E8A7D204466C0DEBA5EBA11AD", words: "BWXH6-S7MA9-FMG4S-8SP0Y-VTX5R-XEGHD-NPC0N",
            passwords: [
                ("04E141124C2880", "F5A041BD", "C825"), ("04112233445566", "435440E9", "5761"),
                ("AABBCCDD", "9D5A9846", "E8CA"),
            ]),
    ]

    @Test("gives each UID the password of the vectors", arguments: vectors)
    func passwords(vector: Vector) throws {
        let secret = try #require(BatchSecret(bytes: hex(vector.secret)))
        for expected in vector.passwords {
            let password = secret.password(uid: hex(expected.uid))
            #expect(password.password == hex(expected.password))
            #expect(password.acknowledge == hex(expected.acknowledge))
        }
    }

    @Test("has the recovery words of the vectors, and is read from them", arguments: vectors)
    func words(vector: Vector) throws {
        let secret = try #require(BatchSecret(bytes: hex(vector.secret)))
        #expect(secret.recoveryWords == vector.words)
        #expect(try BatchSecret(words: vector.words) == secret)
    }

    @Test(
        "gives an NTAG 424 DNA the keys of the vectors",
        arguments: [
            (.master, "7443C5F6D536DC253C73B1FB4A92FC28"), (.fileRead, "72138AF42E490388B68899C25641618C"),
            (.metaRead, "3AA1C55918B5DBBA8E3AF08C26DF50A5"), (.spare3, "AED45F4D3529C20DD285C912CA87C811"),
            (.spare4, "30F9532B5A7BB45E73F6B9B01EB1082F"),
        ] as [(BatchSecret.NTAG424KeyNumber, String)])
    func keys(number: BatchSecret.NTAG424KeyNumber, expected: String) throws {
        let secret = try #require(BatchSecret(bytes: hex("000102030405060708090A0B0C0D0E0F")))
        #expect(secret.ntag424Key(number, uid: hex("04E141124C2880")).bytes == hex(expected))
        let other = secret.ntag424Key(number, uid: hex("04E141124C2881")).bytes
        #expect((other == hex(expected)) == (number == .metaRead))
    }

    @Test("another UID, another password: no two of 10,000 tags share one")
    func different() throws {
        let secret = try #require(BatchSecret(bytes: hex("5F3B1C9E8A7D204466C0DEBA5EBA11AD")))
        let passwords = (0..<10_000).map { number in
            secret.password(uid: [0x04, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)])
        }
        #expect(Set(passwords).count == 10_000)
    }

    @Test("16 bytes, no other number", arguments: [0, 15, 17, 32])
    func size(count: Int) { #expect(BatchSecret(bytes: Array(repeating: 1, count: count)) == nil) }

    @Test("shows nothing of itself in messages and logs")
    func hidden() throws {
        let secret = try #require(BatchSecret(bytes: hex("5F3B1C9E8A7D204466C0DEBA5EBA11AD")))
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] {
            #expect(!text.contains("95") && !text.contains("BWXH") && !text.contains("173"), "\(text)")
        }
        #expect(String(reflecting: secret.password(uid: hex("04E141124C2880"))) == "a password")
    }

    @Test(
        "any secret reads back from its words, whatever a person does with case, hyphens and look-alikes",
        arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let secret = BatchSecret(from: &generator)
        let words = secret.recoveryWords
        let sloppy = words.lowercased().replacing("-", with: " \n").replacing("0", with: "o").replacing(
            "1", with: "l")
        #expect(try BatchSecret(words: words) == secret)
        #expect(try BatchSecret(words: sloppy) == secret)
    }
}
