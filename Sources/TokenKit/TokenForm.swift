/// The length and encoding of a kind of token. They must not change, because existing cookies and links
/// contain tokens of this kind, and the database contains their hashes.
public protocol TokenForm {
    /// The number of random bytes in a token, at most 32.
    static var byteCount: Int { get }
    /// The encoding of the bytes as text.
    static var writing: BinaryTextEncoding { get }
}

/// A token form with 128 bits, encoded as 32 hex digits.
public enum HexToken128: TokenForm {
    /// The number of bytes: 16.
    public static let byteCount = 16
    /// The encoding: hex.
    public static let writing = BinaryTextEncoding.hex
}

/// A token form with 128 bits, encoded as 22 characters of base64url.
public enum LetterToken128: TokenForm {
    /// The number of bytes: 16.
    public static let byteCount = 16
    /// The encoding: base64url.
    public static let writing = BinaryTextEncoding.base64url
}

/// A token form with 256 bits, encoded as 43 characters of base64url.
public enum LetterToken256: TokenForm {
    /// The number of bytes: 32.
    public static let byteCount = 32
    /// The encoding: base64url.
    public static let writing = BinaryTextEncoding.base64url
}
