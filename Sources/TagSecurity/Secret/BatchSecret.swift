import DigestKit
public import TagKit

/// The one secret of a batch, from which every password and key of its tags is derived: 128 random bits.
///
/// It is written in ``RecoveryWords``, in a file that only its owner may read and on a sheet of paper. Without it
/// protected tags can never be rewritten; with it anybody can. It is never printed but on that sheet.
public struct BatchSecret: Hashable, Sendable {
    /// How many bytes a secret has.
    public static let byteCount = 16

    /// Exactly ``byteCount``.
    let bytes: [UInt8]

    /// A secret from its bytes.
    ///
    /// - Returns: nil unless there are 16 of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// A new secret.
    ///
    /// - Parameter generator: The system's, unless a test repeats itself.
    public init(from generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Reads a secret that a person has typed from paper, or a file holds.
    ///
    /// - Throws: `secretMalformed` for another number of characters, `secretMistyped` with the groups that are wrong.
    public init(words text: String) throws(SecurityError) {
        bytes = try RecoveryWords(text).secret
    }

    /// What stands on the recovery sheet: seven groups of five characters.
    public var recoveryWords: String { RecoveryWords(secret: bytes).text }

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

    /// The five keys of an NTAG 424 DNA's application, by their numbers.
    ///
    /// Source: NXP NTAG 424 DNA data sheet §8.2.2; which number does what is this package's choice.
    public enum NTAG424KeyNumber: UInt8, Sendable, CaseIterable {
        /// Changes keys and file settings.
        case master = 0
        /// Makes the code of a tap.
        case fileRead = 1
        /// Opens who the tag is; the same for all tags of a batch.
        case metaRead = 2
        /// Not used; changed all the same, because its factory value is known to everybody.
        case spare3 = 3
        /// As the one before.
        case spare4 = 4
    }

    /// One key of one tag: 16 bytes of HMAC-SHA-256, by number and UID.
    ///
    /// The meta-read key alone does not depend on the UID, since it is needed to learn the UID.
    public func ntag424Key(_ number: NTAG424KeyNumber, uid: [UInt8]) -> AESKey {
        if number == .metaRead { return ntag424MetaReadKey }
        return AESKey(checked: Array(derive("tapctl ntag424 key v1", [[number.rawValue], uid]).prefix(16)))
    }

    /// The key that opens PICCData of every tag of the batch.
    public var ntag424MetaReadKey: AESKey {
        AESKey(checked: Array(derive("tapctl ntag424 meta read v1", []).prefix(16)))
    }

    /// Whether a text has the look of recovery words, right or mistyped: nobody should see it.
    ///
    /// A name of a file has it only where it is nothing but 30 to 40 letters and digits, with hyphens and spaces at will.
    public static func looksLikeWords(_ text: String) -> Bool {
        var count = 0
        for character in text.unicodeScalars where character != "-" && !character.properties.isWhitespace {
            guard character.isASCII, character.properties.isAlphabetic || ("0"..."9").contains(character)
            else {
                return false
            }
            count += 1
        }
        return (30...40).contains(count)
    }

    /// Reads a secret from its file. Lines that begin with `#` are remarks.
    ///
    /// - Throws: `secretNotFound`; `secretOpenToOthers` when group or others may read or write the file, so that it
    ///   may be no secret any more; `secretNotReadable`; and what ``init(words:)`` throws.
    public init(path: String) throws(SecurityError) {
        try self.init(fileText: try SecretFile.text(path: path))
    }

    /// Reads a secret from what a file or standard input held.
    public init(fileText text: String) throws(SecurityError) {
        try self.init(words: SecretFile.lines(of: text).joined(separator: "\n"))
    }

    /// Writes the secret to a new file that only its owner may read: mode 0600, on the disk before this returns.
    ///
    /// - Throws: `secretExists` when something stands there; `secretNotWritable`.
    public func write(path: String) throws(SecurityError) {
        try SecretFile.make(
            "# A batch's secret: who has it can rewrite the batch's tags.\n\(recoveryWords)\n", path: path)
    }
}

extension BatchSecret: CustomStringConvertible, CustomReflectable {
    /// No bit of it, so that no message or log shows one.
    public var description: String { "a batch's secret" }
    /// No bit of it either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
