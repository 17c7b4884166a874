import Testing

@testable import DataFolderKit
@testable import Documents

@Suite struct ProcessorAddressTests {
    @Test(
        "an address is a scheme, a host and a port",
        arguments: [
            ("http://127.0.0.1:12111", "http://127.0.0.1:12111"), ("http://localhost/", "http://localhost"),
            ("HTTPS://api.example.org", "https://api.example.org"), ("http://[::1]:80", "http://[::1]:80"),
        ])
    func addresses(typed: String, url: String) { #expect(ProcessorAddress.url(typed) == url) }

    @Test(
        "refuses any other text, also an address with a path or a key",
        arguments: [
            "", "127.0.0.1:12111", "ftp://x", "http://", "http://x/v1", "http://x?a=b", "http://x#a",
            "http://sk_test_x:@x", "http://sk_test_x@x", "http://x:0", "http://x:70000", "http://a b",
        ])
    func others(typed: String) { #expect(ProcessorAddress.url(typed) == nil) }

    @Test(
        "an address on another machine must use https, which is checked before any key is read",
        arguments: ["http://api.example.org", "http://10.0.0.5:12111", "HTTP://127.0.0.example"])
    func unencrypted(typed: String) throws {
        let error = try #require(throws: CommandError.self) {
            try ProcessorAddress(typed, keyFile: "missing")
        }
        #expect(error.exit == .refused && error.code == "unencrypted")
    }

    @Test("a processor on this machine gets a random key, not a default one")
    func invented() {
        let keys = (0..<3).map { _ in ProcessorAddress.inventedKey(random: systemRandom) }
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { $0.hasPrefix("sk_test_") && $0.count == 40 })
    }
}
