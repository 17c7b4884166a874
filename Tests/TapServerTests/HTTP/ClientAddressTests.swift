import ServerKit
import Testing

@testable import TapServer

/// The address of a client, and the counters for it.
@Suite struct ClientAddressTests {
    @Test(
        "an address is read in one way, whatever way it is written",
        arguments: [
            ("192.0.2.1", "192.0.2.1", false), ("127.9.9.9", "127.9.9.9", true), ("::1", "::1", true),
            ("::ffff:192.0.2.1", "192.0.2.1", false), ("::ffff:127.0.0.1", "127.0.0.1", true),
            ("2001:DB8:0:0:0:0:0:1", "2001:db8::1", false), ("::", "::", false),
        ])
    func reads(written: String, text: String, isLoopback: Bool) {
        let address = NetworkAddress(written)
        #expect(address?.text == text && address?.isLoopback == isLoopback)
    }

    @Test(
        "anything else is no address",
        arguments: [
            "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "a.example", "[::1]", "1.2.3.4:80", " 1.2.3.4", ":",
        ])
    func refuses(written: String) { #expect(NetworkAddress(written) == nil) }

    @Test("one customer's IPv6 addresses are counted together")
    func network() throws {
        let first = try #require(NetworkAddress("2001:db8:1:2::1")).network
        #expect(NetworkAddress("2001:db8:1:2:ffff::")?.network == first)
        #expect(NetworkAddress("2001:db8:1:3::1")?.network != first)
    }

    @Test(
        "the network of a site has no bits of a device",
        arguments: [
            ("203.0.113.77", "203.0.113.0/24"), ("::ffff:203.0.113.77", "203.0.113.0/24"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("::1", "::/48"),
        ])
    func site(address: String, network: String) throws {
        #expect(try #require(NetworkAddress(address)).siteNetwork == network)
    }

    @Test(
        "reads the header from its end, up to the first address that is not trusted",
        arguments: [
            ("203.0.113.9", ["192.0.2.1"], "203.0.113.9"), ("10.0.0.1", [], "10.0.0.1"),
            ("10.0.0.1", ["192.0.2.1"], "192.0.2.1"), ("10.0.0.1", ["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", ["6.6.6.6,192.0.2.1,10.0.0.2"], "192.0.2.1"),
            ("10.0.0.1", ["10.0.0.2, 10.0.0.1"], "10.0.0.2"), ("10.0.0.1", ["unknown"], "::"),
            ("10.0.0.1", ["192.0.2.1, unknown"], "::"), ("10.0.0.1", ["192.0.2.1:5678"], "192.0.2.1"),
            ("10.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"),
            ("10.0.0.1", ["[2001:db8::1]"], "2001:db8::1"),
            ("10.0.0.1", ["fe80::1%eth0"], "fe80::1"), ("10.0.0.1", ["\"192.0.2.1\""], "192.0.2.1"),
            ("10.0.0.1", ["192.0.2.1:x"], "::"), ("10.0.0.1", ["_hidden"], "::"),
            ("10.0.0.1", [""], "10.0.0.1"),
            ("10.0.0.1", ["6.6.6.6:80, 192.0.2.1:443, 10.0.0.2:7"], "192.0.2.1"),
            ("10.0.0.1", ["[::1"], "::"),
            ("203.0.113.9", ["unknown"], "203.0.113.9"), ("10.0.0.1", [" 2001:db8::1 "], "2001:db8::1"),
        ] as [(String, [String], String)])
    func client(peer: String, header: [String], client: String) throws {
        let proxies = TrustedProxies(Set(["10.0.0.1", "10.0.0.2"].compactMap(NetworkAddress.init)))
        let address = try #require(NetworkAddress(peer))
        #expect(proxies.client(of: address, forwardedFor: header).text == client)
    }

    @Test("a header of any length is looked at only so far")
    func longHeader() throws {
        let proxies = TrustedProxies(Set(["10.0.0.1"].compactMap(NetworkAddress.init)))
        let header = Array(repeating: "10.0.0.1", count: 2000).joined(separator: ",")
        let address = try #require(NetworkAddress("10.0.0.1"))
        #expect(proxies.client(of: address, forwardedFor: ["192.0.2.1," + header]).text == "10.0.0.1")
    }

    @Test(
        "gifts and sign-ins are counted by themselves",
        arguments: [
            ("POST", "/-/give", .gift), ("POST", "/-/give/key/retry", .gift),
            ("POST", "/-/give/key/bank", .gift),
            ("GET", "/-/give/key", .request), ("POST", "/-/giver", .signIn), ("GET", "/-/giver", .request),
            ("POST", "/-/giver/link/token", .signIn), ("POST", "/-/giver/out", .request),
            ("POST", "/admin/sign-in", .signIn), ("GET", "/admin/sign-in", .request),
            ("POST", "/admin/second-factor", .signIn),
            ("POST", "/admin/%73ign-in", .signIn), ("POST", "/admin/sign-out", .request),
            ("GET", "/Grace", .request), ("POST", "/api/cards", .gift), ("GET", "/api/cards", .request),
            ("POST", "/api/others", .request), ("POST", "/cards", .request),
        ] as [(String, String, RateGate.Kind)])
    func kinds(method: String, path: String, kind: RateGate.Kind) {
        #expect(RateGate.Kind(method, path, SiteRoutes.standard.match(path), api: StubDoor()) == kind)
    }

    @Test("where there is no API, nothing below it is a gift")
    func kindsWithoutAPI() {
        let path = "/api/cards"
        #expect(RateGate.Kind("POST", path, SiteRoutes.standard.match(path), api: nil) == .request)
    }
}

/// An API in which programs try cards at one address.
private struct StubDoor: APIHandler {
    func reply(to call: APICall) async -> APIReply { APIReply(status: 200, content: "{}") }
    func refusal(secondsToWait seconds: Int64) -> APIReply { APIReply(status: 429, content: "{}") }
    func route(of path: String) -> String { path }
    func triesCards(_ method: String, _ path: String) -> Bool { method == "POST" && path == "/api/cards" }
    func refusedPlain(_ call: APICall) async {}
}
