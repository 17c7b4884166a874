/// Ids of tags, as they stand in URLs.
public enum TagIdentifier {
    /// Ten letters and digits of Crockford's base 32, lower case, out of 50 random bits: nobody guesses another
    /// seat's.
    public static func make(random: UInt64) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<10).map { alphabet[Int(random >> (UInt64($0) * 5) & 31)] })
    }
}
