import Synchronization
public import TimeKit

/// A source of ids, which consist of a prefix, the creation time in seconds, and 64 unpredictable bits.
///
/// Ids of one kind sort by time, so a list sorted by id is also sorted by time. If one program creates
/// several ids of a kind within a second, they sort in the order of creation. They are adjacent in every
/// index, so hundreds of gifts change only a few pages of the database file. The caller provides the source
/// of randomness.
public struct Identifiers: Sendable {
    private let clock: WallClock
    private let random: @Sendable () -> UInt64
    private let last = LastOfKinds()

    /// Creates a source of ids. `random` returns 64 random bits per call.
    public init(clock: WallClock, random: @escaping @Sendable () -> UInt64) {
        self.clock = clock
        self.random = random
    }

    /// The current time, according to the clock that ids use.
    public var now: Timestamp { clock.now() }

    /// Creates an id: the prefix, an underscore, and 20 characters of Crockford's base 32 in lower case.
    ///
    /// The first id of a second has 64 random bits. Each later id of the same kind exceeds the previous one
    /// by a random number of up to 40 bits.
    ///
    /// - Parameters:
    ///   - prefix: The kind of object, such as `gift`.
    ///   - time: The creation time of the object, or nil for the current time. Ids sort by this time, even if
    ///     the object was found later.
    public func make(_ prefix: String, at time: Timestamp? = nil) -> String {
        let seconds = UInt64(clamping: (time ?? clock.now()).seconds)
        let number = last.next(prefix, seconds: seconds, random: random())
        return prefix + "_" + Self.text(seconds, digits: 7) + Self.text(number, digits: 13)
    }

    /// Returns a string that sorts after all ids with this prefix that were created before `time`, and before
    /// all ids created at or after `time`.
    public static func first(_ prefix: String, at time: Timestamp) -> String {
        prefix + "_" + text(min(UInt64(clamping: time.seconds), (1 << 35) - 1), digits: 7)
    }

    /// Returns the creation time of an id in whole seconds, or nil if the text does not contain a creation
    /// time.
    public static func time(of id: String) -> Timestamp? {
        guard let mark = id.utf8.firstIndex(of: UInt8(ascii: "_")) else { return nil }
        let digits = id.utf8[mark...].dropFirst().prefix(7)
        guard digits.count == 7 else { return nil }
        var seconds: Int64 = 0
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            seconds = seconds << 5 | Int64(value)
        }
        return Timestamp(seconds: seconds)
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Returns the lowest `5 * digits` bits of a number, encoded in base 32. The strings sort in the same
    /// order as the numbers.
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

/// The last random number that was issued for each kind of id, and the time of that id in whole seconds.
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
