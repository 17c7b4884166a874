import DigestKit

/// What is kept of a text that is not to be kept itself.
public enum TextHash {
    /// SHA-256 of its UTF-8, as 64 hexadecimal digits.
    public static func of(_ text: String) -> String { OctetText.hex.text(octets(of: text)) }

    /// The 32 octets of it.
    static func octets(of text: String) -> [UInt8] { SHA256.hash(text.utf8) }
}
