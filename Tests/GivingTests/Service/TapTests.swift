import DatabaseKit
import Giving
import InvocationRouter
import MoneyTestSupport
import Testing

/// Stored taps.
@Suite struct TapTests {
    @Test("stores the URL as it arrived, and its contents")
    func url() async throws {
        let url = "https://appclip.tap.giving/Grace?f=12&r=0&note=4242"
        let tap = try await Self.kept(url)
        #expect(tap.url == url && tap.fund == "12")
        #expect(tap.canonical == "https://appclip.tap.giving/Grace?f=12&r=0")
    }

    @Test(
        "stores only the place of a URL that may contain a card number",
        arguments: [
            ("/Grace?f=12&r=0&n=4242424242424242", "/Grace"),
            ("/Grace?f=12&r=0&n=4242.4242.4242.4242", "/Grace"),
            ("/Grace?f=12&r=0&n=4242%204242%204242%204242", "/Grace"),
            ("/Grace?f=12&r=0&n=4242%204242%204242%204242%zz", "/Grace"),
            ("/Grace?f=12&r=0&n=4242%A04242%A04242%A04242", "/Grace"),
            ("/Grace?f=12&r=0#4242424242424242", "/Grace"), ("/Grace?r=0&t=4242424242424242", "/Grace"),
            ("/Grace?r=0&f=4242-4242-4242-4242", "/Grace"),
            ("/Grace?f=12&m=04E141124C2880x00002A&n=4242424242424242", "/Grace"),
            ("/4242424242424242?r=0", ""), ("/%34242424242424242", ""), ("/t/4242424242424242", ""),
        ])
    func cardNumber(target: String, place: String) async throws {
        let tap = try await Self.kept("https://appclip.tap.giving\(target)")
        #expect(tap.url == "https://appclip.tap.giving\(place)" && tap.organization == "Grace")
        #expect(tap.canonical == nil && tap.fund == nil)
        #expect(tap.uid == nil && tap.counter == nil && tap.evidence == nil && !tap.isFresh)
    }

    @Test("stores nothing of a URL whose host is a card number")
    func host() async throws {
        #expect(try await Self.kept("https://4242424242424242/Grace").url.isEmpty)
    }

    @Test(
        "stores at most 8,192 octets, in whole characters",
        arguments: [("/Grace?r=0&n=", "\u{E9}", ""), ("/", "a", "?n=4242424242424242")])
    func length(start: String, filling: String, end: String) async throws {
        let url = "https://appclip.tap.giving" + start + String(repeating: filling, count: 9000) + end
        let kept = try await Self.kept(url).url
        #expect((8191...8192).contains(kept.utf8.count) && url.hasPrefix(kept))
    }

    private static func kept(_ url: String) async throws -> Tap {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let made = try await world.giving.record(
            tap: url, try? Invocation.parse(url, profile: .tap), organization: "Grace", source: .link)
        return try #require(try await world.file.read { try $0.tap(made.id) })
    }
}
