import DigestKit

/// A secret as letters and digits that a person can copy from paper. Check characters detect typing errors.
///
/// The text consists of seven groups of five characters in Crockford's base 32. The letters I, L, O and U are
/// not used; lowercase letters are accepted, and so are O for 0, and I and L for 1.
///
/// Each group has four data characters and a check character. The check character detects a single wrong
/// character, a swap of two characters within a group, and a swap of two groups. The 140 data bits are the
/// secret's 128 bits and 12 bits of its SHA-256, which detect most other errors.
///
/// Source: https://www.crockford.com/base32.html; the code over GF(32) is a shortened Reed-Solomon code.
struct RecoveryWords: Hashable {
    /// The secret: 16 bytes.
    let secret: [UInt8]

    static let groupCount = 7
    private static let dataCount = 4
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    init(secret: [UInt8]) { self.secret = secret }

    /// The recovery words as text: seven groups, separated by hyphens.
    var text: String {
        let values = Self.values(secret)
        let groups = (0..<Self.groupCount).map { group -> String in
            let data = Array(values[group * Self.dataCount..<(group + 1) * Self.dataCount])
            let letters = (data + [Self.check(data, group: group)]).map { Self.alphabet[Int($0)] }
            return String(decoding: letters, as: UTF8.self)
        }
        return groups.joined(separator: "-")
    }

    /// Parses text that a person has typed. Spaces, line breaks and hyphens can appear anywhere in the text.
    ///
    /// - Throws: `secretMalformed` for an invalid character or a wrong number of characters; `secretMistyped`
    ///   if the groups do not form a valid secret, or if a check character is wrong. In the latter case, the
    ///   error contains the numbers of the wrong groups.
    init(_ text: String) throws(SecurityError) {
        var values: [UInt8] = []
        for character in text.unicodeScalars
        where character != "-" && !character.properties.isWhitespace {
            guard let value = Self.value(of: character) else {
                throw Self.malformed(
                    "character \(values.count + 1), not counting hyphens, cannot be part of recovery words"
                )
            }
            values.append(value)
            guard values.count <= Self.groupCount * 5 else { break }
        }
        guard values.count == Self.groupCount * 5 else {
            let count = values.count > Self.groupCount * 5 ? "more than 35" : "\(values.count)"
            throw Self.malformed(
                "recovery words must have 35 characters (seven groups of five), not \(count)")
        }
        try self.init(values: values)
    }

    private init(values: [UInt8]) throws(SecurityError) {
        var data: [UInt8] = []
        var wrong: [Int] = []
        for group in 0..<Self.groupCount {
            let five = values[group * 5..<group * 5 + 5]
            let four = Array(five.prefix(Self.dataCount))
            if Self.check(four, group: group) != five.last { wrong.append(group + 1) }
            data += four
        }
        guard wrong.isEmpty else {
            let groups = wrong.map(String.init).joined(separator: ", ")
            throw SecurityError(
                .secretMistyped, "the recovery words are mistyped",
                reason:
                    "wrong: \(wrong.count == 1 ? "group" : "groups") \(groups) of 7, counted from the left",
                remedy: "compare the words with the sheet, character by character, and type them again")
        }
        secret = Self.secret(of: data)
        guard Self.values(secret) == data else {
            throw SecurityError(
                .secretMistyped, "the recovery words are mistyped",
                reason: "each group is valid on its own, but together they do not form a valid secret",
                remedy: "check that all groups are from one sheet, and type them again in order")
        }
    }

    private static func malformed(_ reason: String) -> SecurityError {
        SecurityError(
            .secretMalformed, "these are not recovery words", reason: reason,
            remedy: "enter the seven groups of five characters as the recovery sheet shows them")
    }

    private static func value(of character: Unicode.Scalar) -> UInt8? {
        switch character {
        case "O", "o": return 0
        case "I", "i", "L", "l": return 1
        default:
            guard character.isASCII else { return nil }
            let byte = UInt8(character.value)
            let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            return alphabet.firstIndex(of: upper).map { UInt8($0) }
        }
    }

    /// Returns the 140 data bits as 28 values of five bits: the secret's 128 bits and the first 12 bits of
    /// its SHA-256, most significant bit first.
    static func values(_ secret: [UInt8]) -> [UInt8] {
        regrouped(secret + SHA256.hash(secret).prefix(2), from: 8, to: 5, bitCount: 140)
    }

    /// Returns the secret: the first 128 bits of the data values.
    static func secret(of values: [UInt8]) -> [UInt8] {
        regrouped(values, from: 5, to: 8, bitCount: 128)
    }

    /// Divides the first bits of numbers with `old` bits each into numbers with `new` bits each. The most
    /// significant bit of a number comes first.
    private static func regrouped(_ numbers: [UInt8], from old: Int, to new: Int, bitCount: Int) -> [UInt8] {
        let bits = numbers.flatMap { number in (1...old).map { number >> (old - $0) & 1 } }
        return stride(from: 0, to: bitCount, by: new).map { start in
            bits[start..<start + new].reduce(0) { $0 << 1 | $1 }
        }
    }

    /// Returns the check value of a group, calculated in GF(32): the group's number (counted from 1) plus
    /// α¹d₁ + α²d₂ + α³d₃ + α⁴d₄.
    ///
    /// The powers differ from each other and from 1, so swapping two characters of a group, including the
    /// check character, is detected.
    static func check(_ data: [UInt8], group: Int) -> UInt8 {
        var sum = UInt8(group + 1)
        for (index, value) in data.enumerated() {
            sum ^= (0...index).reduce(value) { product, _ in timesAlpha(product) }
        }
        return sum
    }

    /// Returns the value multiplied by α in GF(32), with the polynomial x⁵ + x² + 1.
    private static func timesAlpha(_ value: UInt8) -> UInt8 {
        value & 0x10 == 0 ? value << 1 : (value << 1 ^ 0x25) & 0x1F
    }
}
