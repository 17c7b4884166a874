import Foundation
import TestSupport
import Testing

@testable import TagSecurity

/// `../shared/fixtures/originality-vectors.json`: signatures of real tags, and what was made of them.
@Suite("Originality: shared vectors")
struct OriginalityVectorTests {
    struct Vector: Decodable {
        var family: String
        var hash: String?
        var publicKey: String
        var uid: String
        var signature: String
        var valid: Bool
        var note: String?
    }
    private struct File: Decodable { var vectors: [Vector] }

    @Test("every signature is judged as its vector says")
    func vectors() throws {
        let name = "originality-vectors.json"
        guard let data = try SharedFixtures.data(name) else { return }
        let vectors = try JSONDecoder().decode(File.self, from: data).vectors
        #expect(!vectors.isEmpty)
        var held = 0
        for vector in vectors {
            let uid = hex(vector.uid)
            // ST signs the leftmost 128 bits of a hash; NXP the UID itself.
            let message = vector.hash == nil ? uid : Array(SHA256Digest.of(uid).prefix(16))
            let isValid = EllipticCurve.secp128r1.verifies(
                hex(vector.signature), of: message, by: hex(vector.publicKey))
            #expect(isValid == vector.valid, "\(vector.uid) \(vector.note ?? vector.family)")
            if isValid == vector.valid { held += 1 }
        }
        SharedFixtures.report(name, held: held, of: vectors.count)
    }
}
