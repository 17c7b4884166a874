import Testing

@testable import Documents
@testable import SiteService

/// The address of a further port.
@Suite struct ListenAddressTests {
    @Test(
        "a port without a host is one of this machine",
        arguments: [
            ("9100", "127.0.0.1", 9100), ("0", "127.0.0.1", 0), ("0.0.0.0:80", "0.0.0.0", 80),
            ("[::1]:9100", "::1", 9100), ("localhost:1", "localhost", 1),
        ])
    func reads(text: String, host: String, port: UInt16) {
        let address = ListenAddress(text)
        #expect(address?.host == host && address?.port == port)
    }

    @Test(
        "refuses any other text",
        arguments: ["", "a", "65536", "-1", ":1", "[]:1", "::1:9", "a:", "http://a:1", "a b:1", "[::1]"])
    func refuses(text: String) { #expect(ListenAddress(text) == nil) }

    @Test("reads memory in bytes, and none from a line in another form")
    func memory() {
        #expect(ProcessMemory.resident(in: "100 25 3 1 0 20 0\n", pageBytes: 4096) == 102_400)
        for line in ["", "100", "a b", "1 \(Int.max)"] {
            #expect(ProcessMemory.resident(in: line, pageBytes: 4096) == nil)
        }
        #expect((ProcessMemory.residentBytes ?? 0) > 1 << 20)
    }
}
