import SimulationKit
import TestSupport
import Testing

@testable import TagSecurity

@Suite("Recovery words")
struct RecoveryWordsTests {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let secret = hex("5F3B1C9E8A7D204466C0DEBA5EBA11AD")
    private static let letters = Array(RecoveryWords(secret: secret).text.filter { $0 != "-" })

    private static func refusal(_ letters: [Character]) -> SecurityError? {
        do throws(SecurityError) {
            _ = try RecoveryWords(String(letters))
            return nil
        } catch { return error }
    }

    @Test("every wrong character is noticed, and its group is named", arguments: 0..<35)
    func wrongCharacter(position: Int) {
        for other in Self.alphabet where other != Self.letters[position] {
            var letters = Self.letters
            letters[position] = other
            let error = Self.refusal(letters)
            #expect(error?.code == .secretMistyped)
            #expect(error?.reason == "wrong: group \(position / 5 + 1) of 7, counted from the left")
        }
    }

    @Test("any two characters swapped within a group are noticed", arguments: 0..<7)
    func swappedCharacters(group: Int) {
        for first in 0..<5 {
            for second in first + 1..<5 {
                var letters = Self.letters
                letters.swapAt(group * 5 + first, group * 5 + second)
                guard letters != Self.letters else { continue }
                #expect(Self.refusal(letters)?.code == .secretMistyped)
            }
        }
    }

    @Test("any two groups swapped are noticed", arguments: 0..<7)
    func swappedGroups(first: Int) {
        for second in first + 1..<7 where second < 7 {
            var letters = Self.letters
            for index in 0..<5 { letters.swapAt(first * 5 + index, second * 5 + index) }
            #expect(
                Self.refusal(letters)?.reason
                    == "wrong: groups \(first + 1), \(second + 1) of 7, counted from the left")
        }
    }

    @Test("groups of two sheets do not make a third secret", arguments: propertySeeds.prefix(50))
    func mixed(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let other = Array(RecoveryWords(secret: generator.bytes(16)).text.filter { $0 != "-" })
        let error = Self.refusal(Array(Self.letters.prefix(15) + other.suffix(20)))
        #expect(error?.code == .secretMistyped)
        #expect(
            error?.reason == "each group is valid on its own, but together they do not form a valid secret")
    }

    @Test(
        "what is not 35 characters of the alphabet is refused",
        arguments: ["", "BWXH6", "BWXH6-S7MA9-FMG4S-8SP0Y-VTX5R-XEGHD-NPC0", "U", "é", "BWXH6?", "\u{0}"])
    func malformed(text: String) {
        #expect(Self.refusal(Array(text))?.code == .secretMalformed)
    }

    @Test("a thousand characters too many are refused at once")
    func tooMany() {
        #expect(
            Self.refusal(Array(repeating: "7", count: 1_000_000))?.reason.contains("more than 35") == true)
    }

    @Test("no message shows a character of the words")
    func silent() {
        var letters = Self.letters
        letters[7] = "0"
        let error = Self.refusal(letters)
        #expect(error.map { $0.reason + $0.remedy + $0.summary }?.contains("MA9") == false)
    }

    @Test("the code is a code: alpha has order 31", arguments: [1 as UInt8, 7, 31])
    func alpha(value: UInt8) {
        // Four data characters reach powers 1 to 4; the powers differ because alpha's order is 31.
        let checks = (0..<4).map { index in
            RecoveryWords.check((0..<4).map { $0 == index ? value : 0 }, group: 0)
        }
        #expect(Set(checks + [value]).count == 5)
    }
}
