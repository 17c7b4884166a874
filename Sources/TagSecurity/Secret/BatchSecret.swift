import DigestKit
public import TagKit

/// The secret of a batch of tags: 128 random bits, from which all passwords and keys of the tags are derived.
///
/// The secret is stored as ``RecoveryWords`` in a file that only the file's owner can read, and is printed
/// only on the recovery sheet. Protected tags can be written only with this secret. If the secret is lost,
/// protected tags can never be written again.
public struct BatchSecret: Hashable, Sendable {
    /// The size of a secret in bytes: 16.
    public static let byteCount = 16

    /// The 16 bytes of the secret.
    let bytes: [UInt8]

    /// Creates a secret from exactly 16 bytes. Returns nil for any other number of bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a random secret.
    ///
    /// - Parameter generator: The system's random number generator, or a deterministic one in tests.
    public init(from generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Parses a secret from its recovery words.
    ///
    /// - Throws: `secretMalformed` for an invalid character or a wrong number of characters; `secretMistyped`
    ///   if the groups do not form a valid secret, or if a check character is wrong. In the latter case, the
    ///   error contains the numbers of the wrong groups.
    public init(words text: String) throws(SecurityError) {
        bytes = try RecoveryWords(text).secret
    }

    /// The secret as text for the recovery sheet: seven groups of five characters.
    public var recoveryWords: String { RecoveryWords(secret: bytes).text }

    /// Derives the password of the tag with this UID. Bytes 0 to 3 of the derived value are PWD, and bytes 4
    /// and 5 are PACK.
    ///
    /// Each tag has its own password. A password that is intercepted by radio therefore gives access to only
    /// one tag, not to the whole batch.
    ///
    /// - Parameter uid: The UID that the tag transmitted during anticollision: 4, 7 or 10 bytes.
    public func password(uid: [UInt8]) -> TagPassword {
        let derived = derive("tapctl tag password v1", [uid])
        guard let password = TagPassword(password: Array(derived[0..<4]), acknowledge: Array(derived[4..<6]))
        else { preconditionFailure("an HMAC-SHA-256 has 32 bytes") }
        return password
    }

    /// Uses HMAC-SHA-256 to derive 32 bytes from this secret, a label and fields. The label identifies the
    /// purpose of the derived bytes. In the HMAC's input, each field is preceded by its length.
    func derive(_ label: StaticString, _ fields: [[UInt8]]) -> [UInt8] {
        var message = Array(label.description.utf8) + [0x00]
        for field in fields { message += [UInt8(field.count)] + field }
        return HMACSHA256.code(for: message, key: bytes)
    }

    /// The numbers of an NTAG 424 DNA's five application keys, named after this package's use of each key.
    ///
    /// Source: NXP NTAG 424 DNA data sheet §8.2.2.
    public enum NTAG424KeyNumber: UInt8, Sendable, CaseIterable {
        /// The key that authorizes changes to keys, file settings and the message.
        case master = 0
        /// The key that the chip uses to calculate the MAC of a tap.
        case fileRead = 1
        /// The key that the chip uses to encrypt the UID and the counter (PICCData). It is the same for all
        /// tags of a batch.
        case metaRead = 2
        /// An unused key. It is changed because its factory value is public.
        case spare3 = 3
        /// Another unused key. It is changed for the same reason as `spare3`: its factory value is public.
        case spare4 = 4
    }

    /// Derives a key of the tag with this UID: the first 16 bytes of an HMAC-SHA-256.
    ///
    /// The meta-read key does not depend on the UID, because a service needs it to decrypt the UID.
    func ntag424Key(_ number: NTAG424KeyNumber, uid: [UInt8]) -> AESKey {
        if number == .metaRead { return ntag424MetaReadKey }
        return AESKey(checked: Array(derive("tapctl ntag424 key v1", [[number.rawValue], uid]).prefix(16)))
    }

    /// The meta-read key, which decrypts the PICCData of every tag in the batch.
    var ntag424MetaReadKey: AESKey {
        AESKey(checked: Array(derive("tapctl ntag424 meta read v1", []).prefix(16)))
    }

    /// Returns whether a text could be recovery words, correct or mistyped. If so, the text must not appear
    /// in messages.
    ///
    /// The text must consist of 30 to 40 ASCII letters and digits, and any number of hyphens and spaces. File
    /// names rarely have this form.
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

    /// Reads a secret from a file. Lines that begin with `#` are comments.
    ///
    /// - Throws: `secretNotFound`; `secretOpenToOthers` if other users can read or write the file, and may
    ///   therefore know the secret; `secretNotReadable`; and the errors of ``init(words:)``.
    public init(path: String) throws(SecurityError) {
        try self.init(fileText: try SecretFile.text(path: path))
    }

    /// Parses a secret from the content of a secret file: comment lines and the recovery words.
    public init(fileText text: String) throws(SecurityError) {
        try self.init(words: SecretFile.lines(of: text).joined(separator: "\n"))
    }

    /// Writes the secret to a new file that only its owner can access (mode 0600), and syncs the file to
    /// disk.
    ///
    /// - Throws: `secretExists` if a file with this path exists; `secretNotWritable`.
    public func write(path: String) throws(SecurityError) {
        try SecretFile.make(
            "# A batch's secret: anyone who has it can rewrite the batch's tags.\n\(recoveryWords)\n",
            path: path)
    }
}

extension BatchSecret: CustomStringConvertible, CustomReflectable {
    /// A constant text without the secret, so that messages and logs cannot reveal the secret.
    public var description: String { "a batch's secret" }
    /// A Swift `Mirror` without children, so that `dump` cannot reveal the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
