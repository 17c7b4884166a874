import DigestKit
public import TagKit

/// What is derived from a batch's secret; `docs/security.md` has the recipe and test vectors, for other programs.
///
/// Each purpose has a label, so that no value of one purpose is ever a value of another:
/// HMAC-SHA-256(secret, label ‖ 00 ‖ fields), of which the first bytes are taken. Source: RFC 2104, RFC 5869 §3.2.
extension BatchSecret {
    /// The password of the tag with that UID: PWD is bytes 0 to 3, PACK bytes 4 and 5.
    ///
    /// Different for each tag: who learns one by listening to the radio opens one tag, not the batch.
    ///
    /// - Parameter uid: As anticollision gives it, 4, 7 or 10 bytes.
    public func password(uid: [UInt8]) -> TagPassword {
        let derived = derive("tapctl tag password v1", [uid])
        guard let password = TagPassword(password: Array(derived[0..<4]), acknowledge: Array(derived[4..<6]))
        else { preconditionFailure("an HMAC-SHA-256 has 32 bytes") }
        return password
    }

    /// 32 bytes for one purpose and its fields, each field preceded by its length.
    func derive(_ label: StaticString, _ fields: [[UInt8]]) -> [UInt8] {
        var message = Array(label.description.utf8) + [0x00]
        for field in fields { message += [UInt8(field.count)] + field }
        return HMACSHA256.code(for: message, key: bytes)
    }
}
