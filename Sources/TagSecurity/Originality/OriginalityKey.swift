import DigestKit
import TagKit
import TextKit

/// A manufacturer's public key, which verifies the originality signatures of one chip family.
public struct OriginalityKey: Hashable, Sendable {
    /// The name of the chip family for display and JSON, such as `NTAG21x`.
    public let family: String
    /// The manufacturer that owns the key, such as `NXP`.
    public let maker: String
    /// The public key as an uncompressed point: 04 and two coordinates.
    public let point: [UInt8]
    /// The size of a signature in bytes. It determines the curve: 32 for secp128r1, 56 for secp224r1.
    let signatureBytes: Int

    private init(_ family: String, maker: String = "NXP", signatureBytes: Int = 32, _ point: String) {
        self.family = family
        self.maker = maker
        self.signatureBytes = signatureBytes
        self.point = Hex.constant(point)
    }

    /// NXP's key for NTAG210 to NTAG216. Source: NXP AN11350; RfidResearchGroup/proxmark3
    /// client/src/crypto/originality.c.
    static let ntag21x = OriginalityKey(
        "NTAG21x", "04494E1A386D3D3CFE3DC10E5DE68A499B1C202DB5B132393E89ED19FE5BE8BC61")

    /// NXP's key for MIFARE Ultralight EV1. Source: NXP AN11341; RfidResearchGroup/proxmark3
    /// client/src/crypto/originality.c.
    static let ultralightEV1 = OriginalityKey(
        "MIFARE Ultralight EV1", "0490933BDCD6E99B4E255E3DA55389A827564E11718E017292FAF23226A96614B8")

    /// Another NXP key, which is accepted for NTAG21x and for MIFARE Ultralight EV1. It is not known which
    /// chips use this key.
    ///
    /// Source: RfidResearchGroup/proxmark3 client/src/crypto/originality.c, which copied the key from NXP's
    /// TagInfo.
    static let olderNXP = OriginalityKey(
        "NXP, another key", "04A748B6A632FBEE2C0897702B33BEA1C074998E17B84ACA04FF267E5D2C91F6DC")

    /// NXP's key for NTAG 424 DNA. Source: NXP AN12196 §7.2 (table 30 contains a signature that this key
    /// verifies).
    static let ntag424DNA = OriginalityKey(
        "NTAG 424 DNA", signatureBytes: 56,
        "048A9B380AF2EE1B98DC417FECC263F8449C7625CECE82D9B916C992DA"
            + "209D68422B81EC20B65A66B5102A61596AF3379200599316A00A1410")

    /// NXP's key for later batches of NTAG 424 DNA. Source: RfidResearchGroup/proxmark3
    /// client/src/crypto/originality.c.
    static let ntag424DNALater = OriginalityKey(
        "NTAG 424 DNA", signatureBytes: 56,
        "04B304DC4C615F5326FE9383DDEC9AA892DF3A57FA7FFB3276192BC0EA"
            + "A252ED45A865E3B093A3D0DCE5BE29E92F1392CE7DE321E3E5C52B3A")

    /// The simulator's key for Type 2 tags. Its private key is public, so a signature shows only that a tag
    /// is virtual.
    public static let simulator = OriginalityKey(
        "simulated", maker: "the simulator",
        "042CDDB63431EE73536E3E7AA9281668B405A0EAB87145A9157F25F7025955BE94")

    /// The simulator's key for NTAG 424 DNA.
    public static let simulator424 = OriginalityKey(
        "simulated", maker: "the simulator", signatureBytes: 56,
        "04A03158B50A4733F507D0501B5EA7A4D1FA27987EB583822ED1AE1B5B"
            + "D52904238CA35BA06ED2E8F85176CB421F36731E93733917A534F71A")

    /// The simulator's keys. Trust them only with a simulated reader.
    public static let simulated = [simulator, simulator424]

    /// NXP's keys for Type 2 chips.
    static let type2 = [ntag21x, ultralightEV1, olderNXP]

    /// Returns the keys that could verify the signature of this chip, the most likely key first. Empty if no
    /// key is known.
    static func keys(of chip: Chip) -> [OriginalityKey] {
        switch chip.product {
        case let product where product.hasPrefix("NTAG21"): [ntag21x, olderNXP]
        case let product where product.hasPrefix("MIFARE Ultralight EV1"): [ultralightEV1, olderNXP]
        case let product where product.hasPrefix("NTAG 424 DNA"): [ntag424DNA, ntag424DNALater]
        default: []
        }
    }

    /// Returns whether `signature` is a valid signature of the UID, according to this key.
    func signed(uid: [UInt8], _ signature: [UInt8]) -> Bool {
        // 56-byte signatures use a curve with coordinates of 28 bytes.
        let curve: EllipticCurve = signatureBytes == 56 ? .secp224r1 : .secp128r1
        return curve.verifies(signature, of: uid, by: point)
    }
}

/// A signer that creates originality signatures for virtual tags in tests and demonstrations.
///
/// The private keys are public. Accept their signatures only from a simulated reader.
public enum SimulatorSigner {
    private static let privateKey = Hex.constant("994304801501C2A3F798E4CB5BC631CF")
    private static let privateKey424 = Hex.constant(
        "C6EBC5357872308D5FE8C8BF0F19F4C2C29C002D09C548F3ABB2FA7E")

    /// Returns the signature of a UID as READ_SIG returns it: 32 bytes. The same UID always has the same
    /// signature.
    public static func signature(uid: [UInt8]) -> [UInt8] { signature(uid, .secp128r1, privateKey) }

    /// Returns the originality signature for an NTAG 424 DNA's UID: 56 bytes. The same UID always has the
    /// same signature.
    public static func signature424(uid: [UInt8]) -> [UInt8] { signature(uid, .secp224r1, privateKey424) }

    private static func signature(_ uid: [UInt8], _ curve: EllipticCurve, _ privateKey: [UInt8]) -> [UInt8] {
        for attempt: UInt8 in 0...255 {
            // SEC 1 v2.0 §4.1.3 requires a different nonce for each message; a hash of key and message is one.
            let nonce = Array(SHA256.hash(privateKey + uid + [attempt]).prefix(curve.byteCount))
            if let signature = curve.signature(of: uid, by: privateKey, nonce: nonce) { return signature }
        }
        preconditionFailure("all 256 nonces exceed the order of the curve")
    }
}
