import DatabaseKit
import Giving
import PaymentCore
import SimulationKit
import TapServer
import Testing

/// A gift that was a mistake.
@Suite struct TakeBackTests {
    /// Gives, signs in, and opens the gift.
    static func gift(_ bench: SiteBench, _ visitor: Visitor) async throws -> Page {
        _ = try await visitor.give()
        _ = try await visitor.signIn()
        let gift = try #require(try await bench.gifts().first)
        return try await visitor.open("/-/giver/gift/\(gift.id)")
    }

    @Test("is refunded in full, once, and its receipt is void")
    func once() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await Self.gift(bench, visitor)
            #expect(page.says("Refund $50.00") && page.says("15:30"))
            async let first = visitor.send(page)
            async let second = visitor.send(page)
            let pages = [try await first, try await second, try await visitor.send(page)]
            #expect(pages.allSatisfy { $0.status == 200 })
            #expect(pages[2].says("Refunded") && pages[2].says("(void)") && !pages[2].says("Refund $"))
            let gift = try #require(try await bench.gifts().first)
            #expect(gift.status == .refunded && gift.refundedMinor == 5_000)
            let refunds = try await bench.file.read { try $0.refunds(ofPayment: gift.payment ?? "") }
            #expect(refunds.count == 1)
            #expect(try await bench.file.read { try $0.ledgerCheck() }.isBalanced)
        }
    }

    @Test("only for 30 minutes after it was paid", arguments: [(1799, true), (1800, false)])
    func window(seconds: Int64, isIn: Bool) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            bench.clock.advance(seconds: seconds)
            _ = try await visitor.signIn()
            let gift = try #require(try await bench.gifts().first)
            let page = try await visitor.open("/-/giver/gift/\(gift.id)")
            #expect(page.says("Refund $50.00") == isIn)
            let token = try #require(try await visitor.open("/-/giver").hidden["guard"])
            let sent = try await visitor.post("/-/giver/gift/\(gift.id)/refund", ["guard": token])
            #expect(sent.status == (isIn ? 200 : 422))
            #expect(sent.says("30-minute period for a refund has ended") == !isIn)
            #expect(try await bench.gifts().first?.refundedMinor == (isIn ? 5_000 : 0))
        }
    }

    @Test("refunds by donors can be disabled by the operator")
    func never() async throws {
        var settings = SiteSettings()
        settings.refundMinutes = 0
        try await SiteBench.with(settings: settings) { bench in
            let page = try await Self.gift(bench, Visitor(bench: bench))
            #expect(page.status == 200 && !page.says("back</button>"))
        }
    }

    @Test("a form without the session's own token, or with another's, does nothing", arguments: ["", "0"])
    func crossSite(mark: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await Self.gift(bench, visitor)
            let right = try #require(page.hidden["guard"])
            let wrong = mark.isEmpty ? "" : String(right.dropLast()) + (right.hasSuffix("0") ? "1" : "0")
            let refused = try await visitor.post(page.action ?? "", ["guard": wrong])
            #expect(refused.status == 403 && refused.says("Nothing was changed"))
            // The mark of an older session of the same donor.
            _ = try await visitor.signIn()
            #expect(try await visitor.post(page.action ?? "", ["guard": right]).status == 403)
            #expect(try await bench.gifts().first?.status == .succeeded)
        }
    }
}
