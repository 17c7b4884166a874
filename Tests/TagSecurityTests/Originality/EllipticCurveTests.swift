import SimulationKit
import TestSupport
import Testing

@testable import TagSecurity

@Suite("ECDSA on short curves")
struct EllipticCurveTests {
    /// Source: NXP AN12196 rev. 2.0 §7.2, table 30.
    private static let uid = hex("04518DFAA96180")
    private static let signature = hex(
        "D1940D17CFEDA4BFF80359AB975F9F6514313E8F90C1D3CAAF5941AD 744A1CDF9A83F883CAFE0FE95D1939B1B7E47113993324473B785D21"
    )

    @Test("NXP's published signature of an NTAG 424 DNA holds")
    func published() {
        #expect(OriginalityKey.ntag424DNA.signed(uid: Self.uid, Self.signature))
        #expect(!OriginalityKey.ntag424DNALater.signed(uid: Self.uid, Self.signature))
    }

    @Test("no bit of it or of the UID may differ", arguments: 0..<Self.signature.count)
    func oneBit(byte: Int) {
        var signature = Self.signature
        signature[byte] ^= 0x01
        #expect(!OriginalityKey.ntag424DNA.signed(uid: Self.uid, signature))
        var uid = Self.uid
        uid[byte % uid.count] ^= 1 << UInt8(byte / uid.count)
        #expect(!OriginalityKey.ntag424DNA.signed(uid: uid, Self.signature))
    }

    @Test("what is no pair of numbers between 1 and the order is refused")
    func range() {
        let curve = EllipticCurve.secp128r1
        let (order, key) = (hex("FFFFFFFE0000000075A30D1B9038A115"), OriginalityKey.ntag21x.point)
        let one = [UInt8](repeating: 0, count: 15) + [1]
        let zero = [UInt8](repeating: 0, count: 16)
        for (r, s) in [(zero, one), (one, zero), (order, one), (one, order), (zero, zero)] {
            #expect(!curve.verifies(r + s, of: Self.uid, by: key))
        }
        #expect(!curve.verifies([], of: Self.uid, by: key))
        #expect(!curve.verifies(one + one + [0], of: Self.uid, by: key))
    }

    @Test(
        "a key that is no point of the curve signs nothing", arguments: ["", "04", "00", "02", "bad point"])
    func noPoint(kind: String) {
        let key: [UInt8] =
            kind == "bad point" ? [4] + [UInt8](repeating: 1, count: 32) : hex(kind == "" ? "" : kind)
        let signature = SimulatorSigner.signature(uid: Self.uid)
        #expect(!EllipticCurve.secp128r1.verifies(signature, of: Self.uid, by: key))
    }

    @Test("what it signs it verifies, and another message not", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let curve: EllipticCurve = seed.isMultiple(of: 2) ? .secp128r1 : .secp224r1
        // A leading zero keeps key and nonce below the order.
        let (key, nonce) = (
            [0] + generator.bytes(curve.byteCount - 1), [0] + generator.bytes(curve.byteCount - 1)
        )
        let message = generator.bytes(7)
        let signature = try #require(curve.signature(of: message, by: key, nonce: nonce))
        let point = try #require(curve.publicKey(of: key))
        #expect(curve.verifies(signature, of: message, by: point))
        #expect(!curve.verifies(signature, of: message.map { ~$0 }, by: point))
    }
}
