import TokenKit

/// What must be equal when a key is used again, without what it was made of.
public enum Fingerprint {
    /// SHA-256 of parameters, parted by a character that none may hold, in hex.
    public static func of(_ parameters: [String]) -> String {
        TextHash.of(parameters.joined(separator: "\u{1F}"))
    }
}
