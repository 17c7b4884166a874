import DigestKit
public import TagKit

/// The secret of a batch, from which all passwords and keys of its tags are derived: 128 random bits.
///
/// It is stored as ``RecoveryWords`` in a file that only its owner may read, and on a sheet of paper. Without
/// the secret, protected tags can never be rewritten; with the secret, anyone can rewrite them. The secret is
/// printed only on that sheet.
public struct BatchSecret: Hashable, Sendable {
    /// The size of a secret: 16 bytes.
    public static let byteCount = 16

    /// The bytes of the secret, exactly ``byteCount``.
    let bytes: [UInt8]

    /// Creates a secret from its bytes.
    ///
    /// - Returns: The secret, or nil if there are not 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a random secret.
    ///
    /// - Parameter generator: The system's generator, or a deterministic one in tests.
    public init(from generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Reads a secret from its recovery words.
    ///
    /// - Throws: `secretMalformed` for a wrong number of characters, or `secretMistyped` with the numbers of
    ///   the wrong groups.
    public init(words text: String) throws(SecurityError) {
        bytes = try RecoveryWords(text).secret
    }

    /// The text of the recovery sheet: seven groups of five characters.
    public var recoveryWords: String { RecoveryWords(secret: bytes).text }

    /// Returns the password of the tag with this UID: PWD is bytes 0 to 3, PACK is bytes 4 and 5.
    ///
    /// Each tag has its own password. A password that is intercepted by radio therefore opens only one tag, not the
    /// whole batch.
    ///
    /// - Parameter uid: The UID from anticollision: 4, 7 or 10 bytes.
    public func password(uid: [UInt8]) -> TagPassword {
        let derived = derive("tapctl tag password v1", [uid])
        guard let password = TagPassword(password: Array(derived[0..<4]), acknowledge: Array(derived[4..<6]))
        else { preconditionFailure("an HMAC-SHA-256 has 32 bytes") }
        return password
    }

    /// Derives 32 bytes for one purpose from the label and the fields. The length of each field precedes the
    /// field.
    func derive(_ label: StaticString, _ fields: [[UInt8]]) -> [UInt8] {
        var message = Array(label.description.utf8) + [0x00]
        for field in fields { message += [UInt8(field.count)] + field }
        return HMACSHA256.code(for: message, key: bytes)
    }

    /// The numbers of the five keys of an NTAG 424 DNA's application.
    ///
    /// Source: NXP NTAG 424 DNA data sheet §8.2.2; this package assigns the purposes.
    public enum NTAG424KeyNumber: UInt8, Sendable, CaseIterable {
        /// The key that authorizes changes of keys and file settings.
        case master = 0
        /// The key for the MAC of a tap.
        case fileRead = 1
        /// The key that encrypts the UID and the counter. All tags of a batch have the same key.
        case metaRead = 2
        /// An unused key. It is changed nevertheless, because its factory value is public.
        case spare3 = 3
        /// A second unused key, changed for the same reason.
        case spare4 = 4
    }

    /// Derives a tag's key from its number and the UID: 16 bytes of HMAC-SHA-256.
    ///
    /// The meta-read key does not depend on the UID, because the UID is not known until this key has decrypted
    /// it.
    public func ntag424Key(_ number: NTAG424KeyNumber, uid: [UInt8]) -> AESKey {
        if number == .metaRead { return ntag424MetaReadKey }
        return AESKey(checked: Array(derive("tapctl ntag424 key v1", [[number.rawValue], uid]).prefix(16)))
    }

    /// The key that decrypts PICCData of every tag of the batch.
    public var ntag424MetaReadKey: AESKey {
        AESKey(checked: Array(derive("tapctl ntag424 meta read v1", []).prefix(16)))
    }

    /// Returns whether a string looks like recovery words, correct or mistyped, and must therefore not be shown.
    ///
    /// A file name matches only if it consists of 30 to 40 letters and digits, with optional hyphens and spaces.
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

    /// Reads a secret from its file. Lines that begin with `#` are comments.
    ///
    /// - Throws: `secretNotFound`; `secretOpenToOthers` if group or others may read or write the file, which may have
    ///   exposed it; `secretNotReadable`; and the errors of ``init(words:)``.
    public init(path: String) throws(SecurityError) {
        try self.init(fileText: try SecretFile.text(path: path))
    }

    /// Reads a secret from the content of a file or of standard input.
    public init(fileText text: String) throws(SecurityError) {
        try self.init(words: SecretFile.lines(of: text).joined(separator: "\n"))
    }

    /// Writes the secret to a new file of mode 0600 and syncs it to the disk.
    ///
    /// - Throws: `secretExists` if a file exists at the path, or `secretNotWritable`.
    public func write(path: String) throws(SecurityError) {
        try SecretFile.make(
            "# A batch's secret: anyone who has it can rewrite the batch's tags.\n\(recoveryWords)\n",
            path: path)
    }
}

extension BatchSecret: CustomStringConvertible, CustomReflectable {
    /// A placeholder text that does not contain the secret, so that messages and logs do not reveal it.
    public var description: String { "a batch's secret" }
    /// A mirror without children, so that a dump of the value does not reveal the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
