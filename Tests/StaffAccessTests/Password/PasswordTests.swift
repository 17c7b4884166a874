import Foundation
import SimulationKit
import TestSupport
import Testing

@testable import StaffAccess

/// Passwords and their hashes.
@Suite struct PasswordTests {
    /// RFC 7914 §12, except its last vector, which needs a gigabyte of memory.
    static let vectors: [(password: String, salt: String, cost: ScryptCost, key: String)] = [
        (
            "", "", ScryptCost(rounds: 16, blockSize: 1, parallelism: 1),
            """
            77 d6 57 62 38 65 7b 20 3b 19 ca 42 c1 8a 04 97 f1 6b 48 44 e3 07 4a e8 df df fa 3f ed e2 14 42
            fc d0 06 9d ed 09 48 f8 32 6a 75 3a 0f c8 1f 17 e8 d3 e0 fb 2e 0d 36 28 cf 35 e2 0c 38 d1 89 06
            """
        ),
        (
            "password", "NaCl", ScryptCost(rounds: 1024, blockSize: 8, parallelism: 16),
            """
            fd ba be 1c 9d 34 72 00 78 56 e7 19 0d 01 e9 fe 7c 6a d7 cb c8 23 78 30 e7 73 76 63 4b 37 31 62
            2e af 30 d9 2e 22 a3 88 6f f1 09 27 9d 98 30 da c7 27 af b9 4a 83 ee 6d 83 60 cb df a2 cc 06 40
            """
        ),
        (
            "pleaseletmein", "SodiumChloride", ScryptCost(rounds: 16384, blockSize: 8, parallelism: 1),
            """
            70 23 bd cb 3a fd 73 48 46 1c 06 cd 81 fd 38 eb fd a8 fb ba 90 4f 8e 3e a9 b5 43 f6 54 5d a1 f2
            d5 43 29 55 61 3f 0f cf 62 d4 97 05 24 2a 9a f9 e6 1e 85 dc 0d 65 1e 40 df cf 01 7b 45 57 58 87
            """
        ),
    ]

    @Test("scrypt is that of RFC 7914", arguments: vectors.indices)
    func vector(index: Int) throws {
        let vector = Self.vectors[index]
        let key = try vector.cost.key(
            of: Array(vector.password.utf8), salt: Array(vector.salt.utf8), bytes: 64)
        #expect(key == hex(vector.key))
    }

    @Test("a hash matches only its password, and two hashes of one password differ")
    func hashes() throws {
        var generator = SeededGenerator(seed: 1)
        let password = try #require(StaffPassword(typed: "correct horse battery"))
        let cost = ScryptCost(rounds: 16, blockSize: 1, parallelism: 1)
        let hashes = try (0..<2).map { _ in
            try PasswordHash(password, cost: cost, random: { generator.next() })
        }
        #expect(hashes[0] != hashes[1])
        for hash in hashes {
            #expect(try hash.matches(password))
            for wrong in ["correct horse batter", "correct horse battery ", "Correct horse battery", "x"] {
                #expect(try !hash.matches(#require(StaffPassword(typed: wrong))))
            }
        }
    }

    @Test("S-8: the standard cost is N = 2^15, r = 8, p = 3")
    func cost() { #expect(ScryptCost.standard == ScryptCost(rounds: 32_768, blockSize: 8, parallelism: 3)) }

    @Test("a hash names its algorithm, and one of an older version without a name is scrypt's")
    func algorithm() throws {
        let password = try #require(StaffPassword(typed: "correct horse battery"))
        let hash = try PasswordHash(
            password, cost: ScryptCost(rounds: 16, blockSize: 1, parallelism: 1), random: { 7 })
        let written = String(decoding: try JSONEncoder().encode(hash), as: UTF8.self)
        let name = #""algorithm":"scrypt""#
        #expect(written.contains(name))
        let old = written.replacing(name + ",", with: "").replacing("," + name, with: "")
        let read = try JSONDecoder().decode(PasswordHash.self, from: Data(old.utf8))
        #expect(!old.contains("algorithm"))
        #expect(try read.matches(password))
        let other = Data(written.replacing("scrypt", with: "other").utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PasswordHash.self, from: other) }
    }

    @Test("the same letters are the same password, composed or not")
    func composed() throws {
        let one = try #require(StaffPassword(typed: "caf\u{E9}"))
        let other = try #require(StaffPassword(typed: "cafe\u{301}"))
        #expect(one.bytes == other.bytes)
    }

    @Test(
        "no part of a password is truncated, trimmed or folded",
        arguments: [
            "Correct horse", "correct horse ", " correct horse", "correct  horse", "correct\u{A0}horse",
            "correct horse\u{200B}", "correct horse\n", "\u{FF43}orrect horse", "corr\u{E9}ct horse",
        ])
    func exact(text: String) throws {
        let typed = try #require(StaffPassword(typed: text))
        #expect(typed.bytes == Array(text.utf8))
        #expect(typed.bytes != StaffPassword(typed: "correct horse")?.bytes)
        let long = String(repeating: "a", count: StaffPassword.maxBytes - 1)
        #expect(StaffPassword(typed: long + "b")?.bytes == Array((long + "b").utf8))
    }

    @Test(
        "refuses a password that is short, long, repetitive or the person's address",
        arguments: [
            "", "short", "elevenlette", "aaaaaaaaaaaaaaaa", "ababababababab", "Someone@Example.org",
            String(repeating: "long ", count: 300),
        ])
    func weak(text: String) throws {
        let address = try #require(StaffAddress("someone@example.org"))
        #expect(throws: StaffError.self) { try StaffPassword(chosen: text, for: address) }
        #expect(throws: Never.self) { try StaffPassword(chosen: "twelve letter", for: address) }
    }

    @Test("refuses an empty password, and one over 1,024 bytes")
    func limits() {
        #expect(StaffPassword(typed: "") == nil)
        #expect(StaffPassword(typed: String(repeating: "a", count: 1_025)) == nil)
    }
}
