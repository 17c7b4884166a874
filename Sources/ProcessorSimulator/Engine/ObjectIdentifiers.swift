import SimulationKit

/// A generator of ids in Stripe's format: a prefix, and 24 letters and digits.
///
/// The first eight characters are a counter that is stored in the database. Two processes therefore never
/// create the same id, and newer ids sort after older ones. The other 16 characters are derived from a seed.
struct ObjectIdentifiers {
    /// The counter value that was used last.
    private(set) var last: Int64
    let seed: UInt64
    private let first: Int64

    init(after last: Int64, seed: UInt64) {
        self.last = last
        self.seed = seed
        first = last
    }

    /// Returns whether this generator has used a counter value that is a multiple of `step`.
    func hasPassedMultiple(of step: Int64) -> Bool { last / step != first / step }

    /// Returns whether this generator created the id.
    func made(_ id: String) -> Bool { Self.number(in: id).map { $0 > first } ?? false }

    /// Creates the next id, such as `pi_0000001Kk3…`.
    mutating func next(_ prefix: String) -> String {
        last += 1
        return "\(prefix)_" + Self.digits(of: last) + tail(of: last, length: 16)
    }

    /// Returns the client secret of a payment intent or setup intent.
    func secret(of id: String) -> String {
        "\(id)_secret_" + tail(of: ~(Self.number(in: id) ?? 0), length: 25)
    }

    /// Returns the secret of a webhook endpoint: `whsec_` and 32 letters and digits. Unlike an id, the secret
    /// does not contain the counter.
    func webhookSecret(of id: String) -> String {
        "whsec_" + tail(of: ~(Self.number(in: id) ?? 0), length: 32)
    }

    /// Returns a request id that does not use the counter in the database: `req_R` and 23 letters and digits.
    ///
    /// - Parameter number: A number that this process has not used for another request id of this form.
    static func readingID(_ number: Int64, at seconds: Int64, seed: UInt64) -> String {
        "req_R" + Self(after: 0, seed: seed).tail(of: seconds &* 1_000_003 &+ number, length: 23)
    }

    /// Returns the counter value that an id contains, or nil if the id contains no counter value.
    static func number(in id: String) -> Int64? {
        guard let underscore = id.utf8.lastIndex(of: UInt8(ascii: "_")) else { return nil }
        let digits = id.utf8[underscore...].dropFirst().prefix(width)
        guard digits.count == width else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            number = number * 62 + value
        }
        return number
    }

    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let width = 8

    /// Returns the value, 0...61, of a base-62 digit. Returns nil for any other byte.
    private static func value(of digit: UInt8) -> Int64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int64(digit - UInt8(ascii: "A")) + 10
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int64(digit - UInt8(ascii: "a")) + 36
        default: nil
        }
    }

    private static func digits(of number: Int64) -> String {
        var rest = number
        var digits = [UInt8](repeating: alphabet[0], count: width)
        for place in digits.indices.reversed() {
            digits[place] = alphabet[Int(rest % 62)]
            rest /= 62
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private func tail(of number: Int64, length: Int) -> String {
        var generator = SeededGenerator(seed: seed &+ UInt64(bitPattern: number) &* 0xD134_2543_DE82_EF95)
        var bits: UInt64 = 0
        var characters: [UInt8] = []
        characters.reserveCapacity(length)
        while characters.count < length {
            if bits < 62 { bits = generator.next() }
            characters.append(Self.alphabet[Int(bits % 62)])
            bits /= 62
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
