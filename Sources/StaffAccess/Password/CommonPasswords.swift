import Foundation
import TextKit

/// A check for passwords that are common, or that combine a few common passwords.
///
/// The check needs no network, because the list of common passwords is part of the program.
enum CommonPasswords {
    /// Returns whether a password is easy to guess: a listed password, a repetition, a sequence of characters
    /// or keys, or a combination of a few of these. Upper case and common substitutions, such as `@` for `a`,
    /// are ignored.
    static func contains(_ text: String) -> Bool {
        // A repetition is as easy to guess as the part that is repeated.
        let unit = Array(text.lowercased().utf8).repeatedPart
        guard unit.count <= longest else { return false }
        return unit.isEmpty || bits(of: unit) < leastBits
    }

    /// The minimum estimated strength of a password, in bits. Two listed passwords in a row are always
    /// weaker. Three are strong enough only if they are uncommon.
    private static let leastBits = 34
    /// The maximum length, in bytes, of a text whose strength is estimated. A longer text is accepted, unless
    /// it repeats a weak text of at most this length.
    private static let longest = 128
    /// The lengths of the listed passwords, in bytes.
    private static let lengths = 4...20

    /// The estimated cost of guessing each listed password, in bits: the number of binary digits of its rank.
    private static let listed: [String: Int] = {
        var found: [String: Int] = [:]
        for (index, word) in CommonPasswordList.text.split(whereSeparator: \.isWhitespace).enumerated() {
            found[String(word)] = (index + 1).bitWidth - (index + 1).leadingZeroBitCount
        }
        return found
    }()

    /// The alphabet and the rows of keys on several keyboards, each also in reverse.
    private static let rows: [[UInt8]] = {
        let rows = [
            "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop",
            "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "!@#$%^&*()",
        ].map { Array($0.utf8) }
        return rows + rows.map { $0.reversed() }
    }()

    /// Returns the estimated strength of a string in bits, against an attacker who knows the list of common
    /// passwords.
    ///
    /// There can be several ways to divide the string into listed passwords, sequences and single characters.
    /// The estimate is the lowest total of the parts' bits.
    private static func bits(of text: [UInt8]) -> Int {
        let forms = [text] + text.plainForms
        // For each number of first bytes, the lowest cost of dividing them, by the length of the last part.
        var cheapest = [[Int: Int]](repeating: [:], count: text.count + 1)
        cheapest[0] = [0: 0]
        for start in text.indices {
            guard let least = cheapest[start].values.min() else { continue }
            for end in start + 1...min(text.count, start + lengths.upperBound) {
                guard let bits = bits(of: start..<end, in: forms) else { continue }
                let length = end - start
                var total = least + bits
                if length > 1, let before = cheapest[start][length],
                    text[start - length..<start] == text[start..<end]
                {
                    total = min(total, before + 1)
                }
                cheapest[end][length] = min(total, cheapest[end][length] ?? total)
            }
        }
        return cheapest[text.count].values.min() ?? 0
    }

    /// Returns the estimated strength of one part of the text, in bits. Returns nil if the part is neither a
    /// listed password, a sequence nor a single character.
    private static func bits(of range: Range<Int>, in forms: [[UInt8]]) -> Int? {
        let part = forms[0][range]
        // A digit is one of 10, and another character about one of 32.
        if part.count == 1 { return part.first.map { (48...57).contains($0) ? 3 : 5 } }
        if part.count >= 3, isSequence(part) { return 6 }
        guard lengths.contains(part.count) else { return nil }
        return forms.compactMap { listed[String(decoding: $0[range], as: UTF8.self)] }.min()
    }

    /// Returns whether all characters are equal, or follow each other in the alphabet or on the keyboard.
    private static func isSequence(_ part: ArraySlice<UInt8>) -> Bool {
        part.allSatisfy { $0 == part.first }
            || rows.contains { row in
                guard let start = part.first.flatMap(row.firstIndex(of:)) else { return false }
                return row[start...].starts(with: part)
            }
    }
}

extension [UInt8] {
    /// The shortest part whose repetition results in this text. The last repetition may be incomplete. If
    /// nothing is repeated, the part is the whole text.
    fileprivate var repeatedPart: [UInt8] {
        guard count > 1 else { return self }
        let length = (1...count / 2).first { length in
            self[length...].elementsEqual(self[..<(count - length)])
        }
        return Array(prefix(length ?? count))
    }

    /// Two forms of the text with letters in place of the digits and symbols that resemble them. The forms
    /// differ because a `1` can be an `i` or an `l`.
    fileprivate var plainForms: [[UInt8]] { [plain(one: UInt8(ascii: "i")), plain(one: UInt8(ascii: "l"))] }

    private func plain(one: UInt8) -> [UInt8] {
        map { byte in
            switch byte {
            case "@", "4": UInt8(ascii: "a")
            case "3": UInt8(ascii: "e")
            case "6", "9": UInt8(ascii: "g")
            case "1", "!", "|": one
            case "0": UInt8(ascii: "o")
            case "$", "5": UInt8(ascii: "s")
            case "7", "+": UInt8(ascii: "t")
            case "2": UInt8(ascii: "z")
            default: byte
            }
        }
    }
}

/// The words that a member's password must not contain. An attacker who knows the organization could guess
/// them.
///
/// These are the words in ``always``, and other words of at least ``leastLetters`` characters. The other
/// words are taken from the member's address and from the ids and names of the organizations.
///
/// Source: OWASP ASVS 5.0, 6.1.2 and 6.2.11.
struct KnownWords {
    let words: [String]

    /// The minimum number of characters in a forbidden word that is taken from an address, an id or a name.
    static let leastLetters = 4
    /// The words that are forbidden for every member.
    static let always = ["tapctl", "giving"]

    /// Creates the list of words that a member's password must not contain.
    ///
    /// - Parameters:
    ///   - address: The member's address.
    ///   - names: The ids and names of the member's organizations.
    init(of address: StaffAddress, names: [String]) {
        let parts = (names + [address.text]).flatMap { name in
            Self.folded(name).split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
        words = Self.always + parts.filter { $0.count >= Self.leastLetters }
    }

    /// Returns the first word in this list that a password contains, or nil if the password contains none of
    /// them. Case, accents and common substitutions are ignored.
    func first(in text: String) -> String? {
        let folded = Self.folded(text)
        let forms = [folded] + Array(folded.utf8).plainForms.map { String(decoding: $0, as: UTF8.self) }
        return words.first { word in forms.contains { $0.contains(word) } }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
