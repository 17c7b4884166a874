import InvocationRouter
import Testing

@Suite struct InvocationErrorTests {
    @Test(
        "says what happened and what to do",
        arguments: [
            (
                "https://appclip.tap.giving.evil.example/A", ParseProfile.strict,
                "This tag points to appclip.tap.giving.evil.example, not to appclip.tap.giving. Do not pay."
            ),
            (
                "https://example.org/A", .strict,
                "This URL points to example.org, not to appclip.tap.giving: "
                    + "a tap would not open the giving page."
            ),
            (
                "https://appclip.tap.giving@evil.example/A", .strict,
                "This tag points to evil.example, which is hidden behind an @. Do not pay."
            ),
            (
                "https:///A", .strict, "The URL has no host. Enter the whole URL, starting with https://."
            ),
            (
                "https://give.gracechapel.example/sunday", .tap,
                "This URL points to give.gracechapel.example, not to appclip.tap.giving. "
                    + "The URL may be intentional, but it is not a giving URL of this service."
            ),
            (
                "https://appclip.tap.giving/A?v=2", .strict,
                "The URL has an unsupported version. "
                    + "Correct the parameter v, or update the program that reads the tag."
            ),
        ])
    func message(url: String, profile: ParseProfile, message: String) {
        let error = #expect(throws: InvocationError.self) { try Invocation.parse(url, profile: profile) }
        #expect(error?.message == message)
    }

    @Test("every flaw has whole sentences", arguments: ChecksTests.strict)
    func sentences(flaw: ChecksTests.Flaw) {
        var url = TestURL()
        flaw.spoil(&url)
        let error = #expect(throws: InvocationError.self) { try Invocation.parse(url.text) }
        #expect(error.map { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") } ?? false)
        #expect(error?.remedy.hasSuffix(".") ?? false)
        #expect(!(error?.reason.hasSuffix(".") ?? true))
    }
}
