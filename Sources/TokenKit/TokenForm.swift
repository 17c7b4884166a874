/// How many bits a kind of token has, and how it is written: never changed, since cookies, links and rows are so.
public protocol TokenForm {
    /// How many octets, at most 32.
    static var byteCount: Int { get }
    /// How they are written.
    static var writing: BinaryTextEncoding { get }
}

/// 128 bits as 32 hexadecimal digits.
public enum HexToken128: TokenForm {
    /// 16.
    public static let byteCount = 16
    /// In hex.
    public static let writing = BinaryTextEncoding.hex
}

/// 128 bits as 22 letters of base64url.
public enum LetterToken128: TokenForm {
    /// 16.
    public static let byteCount = 16
    /// In letters.
    public static let writing = BinaryTextEncoding.base64url
}

/// 256 bits as 43 letters of base64url.
public enum LetterToken256: TokenForm {
    /// 32.
    public static let byteCount = 32
    /// In letters.
    public static let writing = BinaryTextEncoding.base64url
}
