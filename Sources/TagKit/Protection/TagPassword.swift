/// The password of a Type 2 tag, and the tag's acknowledgment of it.
///
/// A tag reveals neither of them: both read as zeros. They are never printed or traced.
///
/// Source: NXP NTAG213/215/216 data sheet §8.8.1; MF0ULx1 data sheet §8.6.1.
public struct TagPassword: Hashable, Sendable {
    /// PWD: exactly 4 bytes.
    public let password: [UInt8]
    /// PACK, the tag's response to the right password: exactly 2 bytes.
    public let acknowledge: [UInt8]

    /// Creates a password with its acknowledgment.
    ///
    /// - Returns: nil unless the password has 4 bytes and the acknowledgment has 2.
    public init?(password: [UInt8], acknowledge: [UInt8]) {
        guard password.count == 4, acknowledge.count == 2 else { return nil }
        self.password = password
        self.acknowledge = acknowledge
    }
}

extension TagPassword: CustomStringConvertible, CustomReflectable {
    /// A string that does not contain the password's bytes, so that messages and logs do not reveal them.
    public var description: String { "a password" }
    /// A mirror without children, so that a dump of the value does not reveal the bytes.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
