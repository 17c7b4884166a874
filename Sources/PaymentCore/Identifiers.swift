import Synchronization
public import TimeKit

/// Makes the ids of this side: a prefix, the second of what they name, and 64 bits that nobody guesses.
///
/// Ids of one kind sort by their second, so that a list by id is a list by time; those of one second that one program makes
/// sort in the order in which they were made, and stand side by side in every index: gifts by the hundred then change a
/// few pages of the file, and not one each. Randomness is handed in.
public struct Identifiers: Sendable {
    private let clock: WallClock
    private let random: @Sendable () -> UInt64
    private let last = LastOfKinds()

    /// Ids of this clock and these 64 random bits a call.
    public init(clock: WallClock, random: @escaping @Sendable () -> UInt64) {
        self.clock = clock
        self.random = random
    }

    /// The current time, according to the clock used for ids.
    public var now: Timestamp { clock.now() }

    /// `gift_` and 20 characters of Crockford's base 32, lower case.
    ///
    /// The first of a second has 64 random bits, and each later one of its kind is ahead of the one before by 40 random bits.
    ///
    /// - Parameter time: When it came to be; nil means now. What is heard of late takes its place among its own.
    public func make(_ prefix: String, at time: Timestamp? = nil) -> String {
        let seconds = UInt64(clamping: (time ?? clock.now()).seconds)
        let number = last.next(prefix, seconds: seconds, random: random())
        return prefix + "_" + Self.text(seconds, digits: 7) + Self.text(number, digits: 13)
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

/// The last number of each kind, and its second.
private final class LastOfKinds: Sendable {
    private let numbers = Mutex<[String: (seconds: UInt64, number: UInt64)]>([:])

    func next(_ kind: String, seconds: UInt64, random: UInt64) -> UInt64 {
        numbers.withLock { numbers in
            var number = random
            if let last = numbers[kind], last.seconds == seconds {
                let (sum, isOver) = last.number.addingReportingOverflow(random >> 24 + 1)
                if !isOver { number = sum }
            }
            numbers[kind] = (seconds, number)
            return number
        }
    }
}
