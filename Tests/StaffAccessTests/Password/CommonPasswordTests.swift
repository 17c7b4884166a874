import Foundation
import Testing

@testable import StaffAccess

/// Passwords that are easy to guess.
@Suite struct CommonPasswordTests {
    private static let words = CommonPasswordList.text.split(whereSeparator: \.isWhitespace).map(String.init)

    /// Returns whether a new password of a member of Grace Church is accepted.
    private func accepts(_ text: String) throws -> Bool {
        let address = try #require(StaffAddress("anna.berg@example.org"))
        do {
            _ = try StaffPassword(chosen: text, for: address, avoiding: ["Spring", "Grace Church"])
            return true
        } catch {
            #expect(error.code == .weakPassword)
            return false
        }
    }

    @Test(
        "S-8: refuses common passwords, repetitions of them, and combinations of a few",
        arguments: [
            "passwordpassword", "qwertyuiop123", "letmeinletmein", "123456789012", "Password1234!",
            "111111222222", "abcdefghijkl", "mnbvcxzlkjhgfdsa", "dragonmonkey1", "P@ssw0rdP@ssw0rd",
            "iloveyou2024!", "1qaz2wsx3edc4rfv", "passwordpasswordp", "letmein letmein ",
            "qwertzuiop12", "SUNSHINE-SUNSHINE", "00000000000a1", "trustno1trustno1trustno1",
        ])
    func common(text: String) throws {
        #expect(try !accepts(text))
    }

    @Test(
        "accepts phrases and random characters",
        arguments: [
            "a sentence of one's own", "twelve letter", "correct horse battery staple", "k7#mQ2vXp9!w",
            "blue lamp under seven trees", "Übermut tut selten gut", "зимний вечер у реки",
            "tjzkwvqpxrbn",
        ])
    func uncommon(text: String) throws {
        #expect(try accepts(text))
    }

    @Test("the remedy for a password that is too long is a shorter one")
    func tooLong() throws {
        let address = try #require(StaffAddress("anna.berg@example.org"))
        let text = String(repeating: "long phrase ", count: 100)
        let error = #expect(throws: StaffError.self) {
            _ = try StaffPassword(chosen: text, for: address)
        }
        #expect(error?.code == .weakPassword && error?.remedy == "use a shorter password")
    }

    @Test("S-8: refuses 3,000 common passwords of 12 characters or more, in any case")
    func threeThousand() throws {
        let long = Self.words.filter { $0.count >= StaffPassword.leastLetters }
        let repeated = Self.words.filter { (6...11).contains($0.count) }.prefix(2_000).map { $0 + $0 }
        let extended = Self.words.filter { $0.count >= 8 }.prefix(1_000).map { $0.capitalized + "2026" }
        let all = Set(long + repeated + extended)
        #expect(all.count >= 3_000)
        #expect(try all.filter(accepts) == [])
    }

    @Test("the list is in lower case, without repetitions, and the most common password is first")
    func list() {
        #expect(Self.words.first == "123456" && Set(Self.words).count == Self.words.count)
        #expect(Self.words.allSatisfy { $0 == $0.lowercased() && (4...20).contains($0.utf8.count) })
    }

    @Test(
        "S-8: refuses the words of the program, the organization and the member",
        arguments: [
            "amazing gr4ce, how sweet", "a CHURCH on a hill far away", "my tapctl sentence 7",
            "thanksgiving dinner", "anna is my first word", "the iceBERGs are melting",
            "an exámple for others", "Anna.Berg@Example.org",
        ])
    func words(text: String) throws {
        #expect(try !accepts(text))
    }

    @Test("a refusal names the word, and never the password")
    func reason() throws {
        let address = try #require(StaffAddress("anna@example.org"))
        let error = #expect(throws: StaffError.self) {
            try StaffPassword(chosen: "amazing grace, how sweet", for: address, avoiding: ["Grace"])
        }
        #expect(error?.reason == "the password contains “grace”, which others know or can guess")
    }
}
