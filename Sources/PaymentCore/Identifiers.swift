public import TimeKit

/// Makes the ids of this side: a prefix, the second of what they name, and 65 random bits.
///
/// Ids of one kind sort by their second, so that a list by id is a list by time. Randomness is handed in.
public struct Identifiers: Sendable {
    private let clock: WallClock
    private let random: @Sendable () -> UInt64

    /// Ids of this clock and these 64 random bits a call.
    public init(clock: WallClock, random: @escaping @Sendable () -> UInt64) {
        self.clock = clock
        self.random = random
    }

    /// `gift_` and 20 characters of Crockford's base 32, lower case.
    ///
    /// - Parameter time: When it came to be; nil means now. What is heard of late takes its place among its own.
    public func make(_ prefix: String, at time: Timestamp? = nil) -> String {
        let seconds = UInt64(clamping: (time ?? clock.now()).seconds)
        return prefix + "_" + Self.text(seconds, digits: 7) + Self.text(random(), digits: 13)
    }

    /// What stands before all ids of this kind that were made then or later, and behind all earlier ones.
    public static func first(_ prefix: String, at time: Timestamp) -> String {
        prefix + "_" + text(min(UInt64(clamping: time.seconds), (1 << 35) - 1), digits: 7)
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// The low `5 * digits` bits; letters that sort as their numbers do.
    private static func text(_ number: UInt64, digits: Int) -> String {
        var text = [UInt8](repeating: 0, count: digits)
        var rest = number
        for index in text.indices.reversed() {
            text[index] = alphabet[Int(rest & 31)]
            rest >>= 5
        }
        return String(decoding: text, as: UTF8.self)
    }
}
