/// Octets that nobody can guess, out of what is handed in.
public enum RandomOctets {
    /// So many octets of 64 random bits a call.
    public static func make(_ count: Int, from random: () -> UInt64) -> [UInt8] {
        var octets: [UInt8] = []
        while octets.count < count {
            let word = random()
            octets += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return Array(octets.prefix(count))
    }
}
