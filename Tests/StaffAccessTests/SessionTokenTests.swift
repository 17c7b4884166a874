import SimulationKit
import Testing

@testable import StaffAccess

/// What a browser shows to be known again.
@Suite struct SessionTokenTests {
    private func token(_ seed: UInt64) -> SessionToken {
        var generator = SeededGenerator(seed: seed)
        return SessionToken(random: { generator.next() })
    }

    @Test("it survives the way to the browser and back, and nothing else is one")
    func text() {
        let token = token(1)
        #expect(SessionToken(token.text) == token && token.text.utf8.count == 43)
        for text in [nil, "", "a", token.text + "a", String(token.text.dropLast()) + "/", token.text + "é"] {
            #expect(SessionToken(text) == nil)
        }
    }

    @Test("its form's token is its own, and tells nothing of it")
    func form() {
        let (one, other) = (token(1), token(2))
        #expect(one.accepts(form: one.formToken))
        #expect(
            !one.accepts(form: other.formToken) && !one.accepts(form: nil) && !one.accepts(form: one.text))
        #expect(one.formToken != one.text && one.hash != one.text && !one.hash.contains(one.formToken))
    }

    @Test("what is kept of it is SHA-256")
    func hash() throws {
        let token = try #require(SessionToken(String(repeating: "A", count: 43)))
        #expect(
            token.hash == "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a")
    }
}
