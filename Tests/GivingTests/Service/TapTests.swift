import DatabaseKit
import Giving
import InvocationRouter
import MoneyTestSupport
import Testing

/// Taps as they are kept.
@Suite struct TapTests {
    @Test(
        "the URL is kept as it arrived, and without its query if the number of a card could stand there",
        arguments: [
            ("?f=12&r=0&note=4242", "?f=12&r=0&note=4242"), ("?f=12&r=0&n=4242424242424242", ""),
            ("?f=12&r=0&n=4242.4242.4242.4242", ""), ("?f=12&r=0&n=4242%204242%204242%204242", ""),
            ("?f=12&r=0#4242424242424242", ""),
        ])
    func url(query: String, kept: String) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let url = "https://appclip.tap.giving/Grace\(query)"
        let made = try await world.giving.record(
            tap: url, try Invocation.parse(url, profile: .tap), organization: "Grace", source: .link)
        let tap = try #require(try await world.file.read { try $0.tap(made.id) })
        #expect(tap.url == "https://appclip.tap.giving/Grace\(kept)")
        #expect(tap.canonical == "https://appclip.tap.giving/Grace?f=12&r=0" && tap.fund == "12")
    }
}
