import DigestKit
import Foundation
import SimulationKit
import TestSupport
import Testing
import TokenKit

/// Tokens, and the values that are derived from them.
@Suite struct SecretTokenTests {
    private func token<Form: TokenForm>(_ form: Form.Type, seed: UInt64 = 1) -> SecretToken<Form> {
        var generator = SeededGenerator(seed: seed)
        return SecretToken(random: { generator.next() })
    }

    private func survives<Form: TokenForm>(_ form: Form.Type, letters: Int) {
        let token = token(form)
        #expect(token.text.utf8.count == letters && SecretToken<Form>(token.text) == token)
        let short = String(token.text.dropLast())
        let wrong: [String?] = [
            nil, "", "a", "\(token.text)a", short, "\(short)/", "\(short)é", "\(short)=", "\(short) ",
        ]
        for text in wrong { #expect(SecretToken<Form>(text) == nil, "\(text ?? "nil")") }
        #expect(self.token(form, seed: 2) != token)
    }

    @Test("reads a token of each form back, and refuses any other text")
    func text() {
        survives(HexToken128.self, letters: 32)
        survives(LetterToken128.self, letters: 22)
        survives(LetterToken256.self, letters: 43)
        // Digits are in lower case only, so that a token has one text.
        #expect(SecretToken<HexToken128>(String(repeating: "A", count: 32)) == nil)
    }

    @Test("a token is stored as the SHA-256 of its text")
    func hash() throws {
        let token = try #require(SecretToken<LetterToken256>(String(repeating: "A", count: 43)))
        #expect(token.hash == "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a")
        let link = try #require(SecretToken<HexToken128>(String(repeating: "0", count: 32)))
        #expect(link.hash == "84e0c0eafaa95a34c293f278ac52e45ce537bab5e752a00e6959a13ae103b65a")
    }

    @Test("a derived token is always the same, and differs from the others")
    func following() throws {
        let token = try #require(SecretToken<LetterToken128>(String(repeating: "A", count: 22)))
        // The first 16 bytes of the SHA-256 of `again:` and the token.
        #expect(token.following("again").text == "-SiF0l635b5HdwANdeMDnA")
        #expect(token.following("again").following("again") != token.following("again"))
        #expect(token.following("once") != token.following("again"))
    }

    @Test("a log never contains a token")
    func log() {
        let token = token(LetterToken256.self)
        #expect(!"\(token)".contains(token.text))
    }

    @Test("a form's CSRF token belongs to one session, and does not reveal its token")
    func mark() throws {
        let (one, other) = (token(LetterToken256.self), token(LetterToken256.self, seed: 2))
        let mark = one.csrfToken
        #expect(mark.isRight(mark.text) && mark == one.csrfToken)
        let wrong: [String?] = [
            nil, "", one.text, other.csrfToken.text, "\(mark.text)A", String(mark.text.dropLast()),
        ]
        for sent in wrong { #expect(!mark.isRight(sent)) }
        #expect(mark.text != one.text && one.hash != one.text && !one.hash.contains(mark.text))
        let code = HMACSHA256.code(for: "form".utf8, key: one.text.utf8)
        #expect(mark.text == BinaryTextEncoding.base64url.text(code))
    }

    @Test("a change of any letter makes a CSRF token wrong")
    func compared() {
        let mark = token(HexToken128.self).csrfToken
        for place in mark.text.utf8.indices {
            let letter = mark.text[place] == "A" ? "B" : "A"
            #expect(!mark.isRight(mark.text.replacingCharacters(in: place...place, with: letter)))
        }
    }
}
