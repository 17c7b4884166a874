import Processor
import Testing

@testable import ProcessorSimulator

@Suite struct LinkRulesTests {
    private static func message(_ url: String, takesApps: Bool = false) -> String? {
        do {
            try LinkRules.check(url, by: "return_url", takesApps: takesApps)
            return nil
        } catch let error as ProcessorError {
            #expect(error.code == "url_invalid" && error.parameter == "return_url")
            return error.message
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "URLs of web pages are accepted",
        arguments: [
            "https://example.org", "http://localhost:8080/thanks?session={CHECKOUT_SESSION_ID}#top",
            "HTTPS://EXAMPLE.ORG/ä", "http://[::1]/",
        ])
    func pages(url: String) {
        #expect(Self.message(url) == nil)
        #expect(Self.message(url, takesApps: true) == nil)
    }

    @Test(
        "an app's own scheme is accepted only if apps are allowed",
        arguments: ["church-app://paid", "org.example.app:/paid"])
    func apps(url: String) {
        #expect(Self.message(url) == "Not a valid URL")
        #expect(Self.message(url, takesApps: true) == nil)
    }

    @Test(
        "schemes whose content a browser runs or shows are refused",
        arguments: [
            "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,<script>", "vbscript:x",
            "file:///etc/passwd",
            "blob:https://example.org/1", "view-source:https://example.org",
        ])
    func unsafe(url: String) {
        #expect(Self.message(url, takesApps: true) == "Not a valid URL")
        #expect(Self.message(url) == "Not a valid URL")
    }

    @Test(
        "a URL needs a host and no spaces",
        arguments: ["https://", "http:///path", "https:example.org", "https://a b", "https://a\n"])
    func malformed(url: String) {
        #expect(Self.message(url, takesApps: true) == "Not a valid URL")
    }

    @Test(
        "a URL needs a scheme",
        arguments: ["example.org", "/thanks", "//example.org", " javascript:alert(1)", "", ":x"])
    func relative(url: String) {
        #expect(
            Self.message(url, takesApps: true)
                == "Invalid URL: An explicit scheme (such as https) must be provided.")
    }

    @Test("a URL has at most 5,000 bytes")
    func length() {
        let url = "https://example.org/" + String(repeating: "a", count: 5_000)
        #expect(Self.message(String(url.prefix(5_000))) == nil)
        #expect(
            Self.message(String(url.prefix(5_001)))
                == "Invalid URL: The URL must be at most 5,000 bytes long.")
    }
}
