/// The password of a Type 2 tag, and PACK, the tag's response to that password.
///
/// A tag reveals neither the password nor PACK: reads return zeros in their place. Messages and traces
/// contain neither.
///
/// Source: NXP NTAG213/215/216 data sheet §8.8.1; MF0ULx1 data sheet §8.6.1.
public struct TagPassword: Hashable, Sendable {
    /// PWD, the password: exactly 4 bytes.
    public let password: [UInt8]
    /// PACK, the password acknowledge, which is the tag's response to the right password: exactly 2 bytes.
    public let acknowledge: [UInt8]

    /// Creates a password from PWD and PACK.
    ///
    /// - Returns: nil unless `password` has 4 bytes and `acknowledge` has 2.
    public init?(password: [UInt8], acknowledge: [UInt8]) {
        guard password.count == 4, acknowledge.count == 2 else { return nil }
        self.password = password
        self.acknowledge = acknowledge
    }
}

extension TagPassword: CustomStringConvertible, CustomReflectable {
    /// A constant string without the password's bytes, so that messages and logs cannot reveal the password.
    public var description: String { "a password" }
    /// A Swift `Mirror` without children, so that `dump` cannot reveal the bytes.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
