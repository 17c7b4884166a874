@testable import InvocationRouter
import Testing

@Suite struct ResolutionErrorTests {
    @Test(
        "every code has whole sentences, with what came from outside escaped",
        arguments: ResolutionError.Code.allCases)
    func sentences(code: ResolutionError.Code) {
        let error = ResolutionError(code, found: "a\u{202E}b", subject: "c\u{7}d")
        #expect(!error.summary.isEmpty && !error.summary.hasSuffix("."))
        #expect(!error.reason.hasSuffix("."))
        #expect(error.remedy.hasSuffix("."))
        #expect(error.message == error.message.escapedForDisplay())
    }

    @Test(
        "says what happened and what to do",
        arguments: [
            (
                ResolutionError(.unknownFund, found: "9", subject: "Grace Chapel"),
                "Grace Chapel has no fund \"9\". Choose one of the organization's open funds."
            ),
            (
                ResolutionError(.organizationInactive, found: "closed", subject: "Grace Chapel"),
                "Grace Chapel accepts no gifts: it is closed. Ask the organization for another way to give."
            ),
        ])
    func message(error: ResolutionError, message: String) { #expect(error.message == message) }
}
