/// What protects a Type 2 tag: the password that opens it, and the word with which the tag proves that it holds it.
///
/// A tag shows neither: both read as zeros. They are never printed, and a trace leaves them out.
///
/// Source: NXP NTAG213/215/216 data sheet §8.8.1; MF0ULx1 data sheet §8.6.1.
public struct TagPassword: Hashable, Sendable {
    /// PWD: exactly 4 bytes.
    public let password: [UInt8]
    /// PACK, what the tag answers to the right password: exactly 2 bytes.
    public let acknowledge: [UInt8]

    /// A password and its answer.
    ///
    /// - Returns: nil unless there are 4 bytes and 2.
    public init?(password: [UInt8], acknowledge: [UInt8]) {
        guard password.count == 4, acknowledge.count == 2 else { return nil }
        self.password = password
        self.acknowledge = acknowledge
    }
}

extension TagPassword: CustomStringConvertible, CustomReflectable {
    /// No byte of it, so that no message or log shows one.
    public var description: String { "a password" }
    /// No byte of it either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
