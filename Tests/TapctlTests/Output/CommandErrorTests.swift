import Documents
import FailureKit
import Processor
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

    @Test("indents every line of a reason and of a remedy")
    func continuationLines() {
        let error = CommandError(.usage, code: "x", "no", reason: "one\ntwo", remedy: "first\nsecond")
        #expect(error.text(style: .plain) == "error: no\n  one\n  two\n  hint: first\n        second\n")
    }

    @Test("joins the lines of a reason for a list of results")
    func sentence() {
        #expect(CommandError(.no, code: "x", "no", reason: "one\ntwo").sentence == "no: one; two")
        #expect(CommandError(.no, code: "x", "no").sentence == "no")
    }

    @Test("escapes line breaks in another program's message")
    func outsideLines() {
        let error = CommandError(
            ProcessorError(.invalidRequest, status: 400, message: "a\n  hint: run this"))
        #expect(error.text(style: .plain).split(separator: "\n")[1] == #"  a\u{a}  hint: run this"#)
    }

    @Test("an unknown error is reported as a bug in tapctl")
    func bug() {
        struct Odd: Error {}
        #expect(CommandError(Odd()).exit == .ourBug)
    }
}
