import Testing

@testable import tapctl

@Suite struct WebHostTests {
    @Test(
        "accepts the hosts that a server can have",
        arguments: [
            "https://example.org/", "https://a-b.example.org:8443/x", "http://192.168.1.5/",
            "https://[::1]:443/", "https://exámple.org/", "https://example.org./",
            "https://user@example.org/",
            "https://\(String(repeating: "a", count: 63)).org/", "https://example.org/-a:0", "tel:-1",
            "https://example.org:/", "mailto:a@-b.example",
        ])
    func possible(url: String) {
        #expect(WebHost.flaw(of: url) == nil)
    }

    @Test(
        "finds the flaw of a host or a port that no server can have",
        arguments: [
            ("https://-a.org/", "hyphen"), ("https://a-.org/", "hyphen"), ("HTTP://A.-B", "hyphen"),
            ("https://user@-a.org:443?x", "hyphen"),
            ("https://\(String(repeating: "a", count: 64)).org/", "64 characters"),
            ("https://\(String(repeating: "a.", count: 127))b/", "255 characters"),
            ("https://a.org:0/", "port 0"), ("https://[::1]:00/", "port 0"),
        ])
    func impossible(url: String, flaw: String) {
        #expect(WebHost.flaw(of: url)?.contains(flaw) == true)
    }
}
