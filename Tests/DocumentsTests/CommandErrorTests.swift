import Documents
import FailureKit
import Testing

@Suite struct CommandErrorTests {
    @Test("a copy differs only in its remedy, its location or its document")
    func copies() {
        var error = CommandError(.refused, code: "code", "summary", reason: "reason", remedy: "remedy")
        (error.isUnfinished, error.isChosen) = (true, true)
        error.document = "document"
        for copy in [
            error.remedied(by: "other"), error.prefixed(by: "line 2: "), error.documented(as: "other"),
        ] {
            #expect(copy.category == .refused && copy.code == "code" && copy.reason == "reason")
            #expect(copy.isUnfinished && copy.isChosen)
        }
        #expect(error.remedied(by: "other").remedy == "other")
        #expect(error.remedied(by: "other").document == "document")
        #expect(error.prefixed(by: "line 2: ").summary == "line 2: summary")
        #expect(error.prefixed(by: "line 2: ").document == "document")
        #expect(error.documented(as: "other").document == "other")
    }
}
