import Testing

@testable import tapctl

@Suite struct ProtectingTests {
    @Test(
        "names the host without user information and port",
        arguments: [
            ("https://give.example/a", "give.example"),
            ("https://give.example:8443?a@b.example", "give.example"),
            ("https://church.example@other.example/", "other.example"),
            ("https://church.example:pass@x@other.example:80#top", "other.example"),
            ("https://other.example\\@church.example/", "other.example"),
            ("https://[2001:db8::1]:8080/give", "[2001:db8::1]"),
            ("https://user@[2001:db8::1]", "[2001:db8::1]"),
        ])
    func namesTheHost(url: String, host: String) { #expect(Protecting.host(url) == host) }

    @Test(
        "names no host if the URL has none",
        arguments: ["tel:+15550100", "https://", "https:///give", "https://user@:80/"])
    func namesNoHost(url: String) { #expect(Protecting.host(url) == nil) }
}
