/// Octets that nobody can guess, out of what is handed in.
enum RandomBytes {
    /// So many octets of 64 random bits a call.
    static func make(_ count: Int, from random: () -> UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let word = random()
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return Array(bytes.prefix(count))
    }
}
