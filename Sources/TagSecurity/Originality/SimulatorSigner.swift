import DigestKit
import TextKit

/// Signs the UIDs of virtual tags as a maker signs those of real ones.
///
/// The private key stands here for all to see. Its signatures are only taken from a simulated reader, so that a
/// rehearsal has genuine tags and counterfeits; on a real tag they count as none.
public enum SimulatorSigner {
    private static let privateKey = Hex.constant("994304801501C2A3F798E4CB5BC631CF")
    private static let privateKey424 = Hex.constant(
        "C6EBC5357872308D5FE8C8BF0F19F4C2C29C002D09C548F3ABB2FA7E")

    /// The signature of a UID, always the same: 32 bytes, as READ_SIG gives them.
    public static func signature(uid: [UInt8]) -> [UInt8] { signature(uid, .secp128r1, privateKey) }

    /// That of an NTAG 424 DNA: 56 bytes.
    public static func signature424(uid: [UInt8]) -> [UInt8] { signature(uid, .secp224r1, privateKey424) }

    private static func signature(_ uid: [UInt8], _ curve: EllipticCurve, _ privateKey: [UInt8]) -> [UInt8] {
        for attempt: UInt8 in 0...255 {
            // Source: SEC 1 v2.0 §4.1.3 wants another nonce for each message; a hash of key and message is one.
            let nonce = Array(SHA256.hash(privateKey + uid + [attempt]).prefix(curve.byteCount))
            if let signature = curve.signature(of: uid, by: privateKey, nonce: nonce) { return signature }
        }
        preconditionFailure("one nonce in 256 is below the order of the curve")
    }
}
