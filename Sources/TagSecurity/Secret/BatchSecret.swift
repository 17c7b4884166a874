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
}

extension BatchSecret: CustomStringConvertible, CustomReflectable {
    /// No bit of it, so that no message or log shows one.
    public var description: String { "a batch's secret" }
    /// No bit of it either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
