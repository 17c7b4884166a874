import Documents
import InvocationRouter
import TagKit
import Testing

@testable import tapctl

@Suite struct TagContentsTests {
    @Test(
        "a URL that is not ours is named as what it is",
        arguments: [
            ("https://appclip.tap.giving/Grace?r=0", nil),
            (
                "https://appclip.tap.giving.evil.example/Grace",
                "do not pay: the host only looks like appclip.tap.giving"
            ),
            ("https://appclip.tap.givng/Grace", "do not pay: the host only looks like appclip.tap.giving"),
            ("https://appclip.tap.giving@evil.example/A", "do not pay: the real host is hidden behind an @"),
            ("https://example.org/give", "not a giving page"),
            ("tel:112", "not a giving URL"),
        ] as [(String, String?)])
    func verdict(url: String, verdict: String?) throws {
        let contents = TagContents(try NDEFMessage([URIRecord(url).record()]).encoded())
        #expect(contents.verdict(hosts: .standard, style: .plain) == verdict)
    }

    @Test("a tag without a URL has no verdict")
    func nothing() {
        #expect(TagContents(nil).verdict(hosts: .standard, style: .plain) == nil)
    }
}
