import Testing

@testable import ProcessorSimulator

@Suite struct WebhookTargetTests {
    @Test(
        "only this machine is loopback",
        arguments: [
            ("http://localhost:4242/hook", true), ("http://LOCALHOST", true), ("http://127.0.0.1/", true),
            ("http://localhost:/", true), ("http://localhost:65535", true), ("http://[::1]", true),
            ("https://127.9.8.7:1/x", true), ("http://[::1]:80/", true),
            ("http://127.0.0.1.example.org/", false),
            ("http://localhost.example.org/", false), ("http://[::2]/", false), ("http://128.0.0.1/", false),
            ("http://127.1/", false), ("http://example.org?@localhost/", false),
        ])
    func loopback(_ url: String, _ isLoopback: Bool) {
        #expect(WebhookTarget(url)?.isLoopback == isLoopback)
    }

    @Test(
        "refuses an invalid HTTP URL",
        arguments: [
            "localhost", "ftp://localhost/", "http:/localhost", "http://", "http://a@localhost/",
            "http://a b/", "http://localhost:0/", "http://localhost:65536/", "http://localhost:80x/",
            "http://localhost:-1/", "http://[::1]x/", "http://[::1]:99999999999999999999/",
        ])
    func refused(_ url: String) {
        #expect(WebhookTarget(url) == nil)
    }
}
