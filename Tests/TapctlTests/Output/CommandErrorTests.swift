import TagKit
import Testing

@testable import tapctl

@Suite struct CommandErrorTests {
    @Test("says what happened, why, and what to do next")
    func text() {
        let error = CommandError(
            TagError(
                .tooSmall, "the tag is too small", reason: "200 bytes\n144 fit", remedy: "use an NTAG215"))
        #expect(
            error.text(style: .plain) == """
                error: the tag is too small
                  200 bytes
                  144 fit
                  hint: use an NTAG215

                """)
    }

    @Test("shows no control or bidi character of its input as itself")
    func escapes() {
        let error = CommandError(.malformed, code: "x", "bad \u{1B}[2J host \u{202E}live")
        #expect(error.text(style: .plain) == "error: bad \\u{1b}[2J host \\u{202e}live\n")
        #expect(error.json.text.unicodeScalars.allSatisfy { !$0.misleadsTerminals })
    }

    @Test("an unknown error is told as a bug of ours")
    func bug() {
        struct Odd: Error {}
        #expect(CommandError(Odd()).exit == .ourBug)
    }
}
