import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Testing
import TimeKit

/// Notices to donors by email, from their creation until they are sent.
@Suite struct NoticeTests {
    /// Leases the waiting notices, as `title to address`. Advances the clock so that each can be leased
    /// again.
    private static func waiting(in world: GivingWorld, limit: Int = 9) async throws -> [String] {
        try await taken(in: world, limit: limit).map { "\($0.title) to \($0.to.text)" }
    }

    private static let partialRefund =
        "Your $50 gift to Grace: $20 refunded, new receipt to donor@example.org"

    private static func taken(in world: GivingWorld, limit: Int = 9) async throws -> [DonorNotice] {
        world.clock.advance(seconds: 300)
        var notices: [DonorNotice] = []
        for id in try await world.giving.takeNotices(limit: limit) {
            if let notice = try await world.giving.donorNotice(id) { notices.append(notice) }
        }
        return notices
    }

    private static func tellAll(in world: GivingWorld) async throws {
        try await world.giving.markSent(taken(in: world).map(\.id))
    }

    @Test("a receipt is due to its gift's address until it is marked as sent")
    func receipt() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to(email: "A.Donor@example.org"))
        for _ in 1...2 {
            #expect(
                try await Self.waiting(in: world) == [
                    "Your $50 gift to Grace: receipt to A.Donor@example.org"
                ])
        }
        let notice = try #require(try await Self.taken(in: world).first)
        #expect(notice.receipt?.number.text == "T-Grace-2026-000001")
        try await world.giving.markSent([notice.id])
        #expect(try await Self.waiting(in: world).isEmpty)
        #expect(try await world.file.read { try $0.notice(notice.id) }?.toldAt != nil)
    }

    @Test("a leased notice is leased to no other program for five minutes, and the next notices are")
    func leased() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for _ in 1...3 { _ = try await world.giving.give(.to()) }
        let first = try await world.giving.takeNotices(limit: 2)
        let second = try await world.calm.takeNotices(limit: 2)
        #expect(first.count == 2 && second.count == 1 && Set(first + second).count == 3)
        world.clock.advance(seconds: 299)
        #expect(try await world.giving.takeNotices(limit: 2).isEmpty)
        world.clock.advance(seconds: 1)
        #expect(try await world.giving.takeNotices(limit: 2) == first)
    }

    @Test("concurrent programs lease each notice once")
    func atOnce() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for _ in 1...20 { _ = try await world.giving.give(.to()) }
        let ids = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 1...8 { group.addTask { try await world.giving.takeNotices(limit: 5) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ids.count == 20 && Set(ids).count == 20)
    }

    @Test("a declined gift sends no receipt")
    func declined() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        #expect(try await Self.waiting(in: world).isEmpty)
    }

    @Test(
        "a partial refund creates a notice with the new receipt, and a full refund one with the void receipt")
    func refunds() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        try await Self.tellAll(in: world)
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
        #expect(try await Self.waiting(in: world) == [Self.partialRefund])
        try await Self.tellAll(in: world)
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        let notice = try #require(try await Self.taken(in: world).first)
        #expect(notice.title == "Gift refunded" && notice.receipt?.state == .void)
    }

    @Test("a receipt that was voided before it was sent is replaced by the later notice")
    func overtaken() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
        #expect(try await Self.waiting(in: world) == [Self.partialRefund])
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        #expect(try await Self.waiting(in: world) == ["Gift refunded to donor@example.org"])
    }

    @Test("a declined month is reported to the monthly gift's address")
    func month() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(recurring: true))
        let id = try #require(gift.recurring)
        _ = try await world.giving.change(id, .method("pm_card_chargeCustomerFail"))
        try await Self.tellAll(in: world)
        world.clock.advance(seconds: 32 * 86_400)
        _ = try await world.calm.payments.reconcile()
        #expect(try await Self.waiting(in: world) == ["Monthly gift declined to donor@example.org"])
    }

    @Test("an erased donor gets no notice")
    func forgotten() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to())
        _ = try await world.giving.forget(.email("donor@example.org"))
        #expect(try await Self.waiting(in: world).isEmpty)
    }

    @Test("a notice expires after three days, but stays listed for people", arguments: [0, 1])
    func old(later seconds: Int64) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to())
        // Leasing advances the clock by five minutes.
        world.clock.advance(seconds: DonorNotice.lifeSeconds - 300 + seconds)
        #expect(try await Self.waiting(in: world).count == 1 - Int(seconds))
        #expect(
            try await world.file.read { try $0.notices(isWaiting: true, after: nil, limit: 9) }.count == 1)
    }

    @Test("leaves other products' notices alone, and they do not block a donor's")
    func others() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let now = world.clock.now
        try await world.file.write { transaction in
            for number in 0..<20 {
                try transaction.put(
                    OutboxNotice(
                        id: world.bench.ids.make("note"), kind: "payment_received", to: .payee,
                        about: "contract_\(number)", title: "Paid", body: "You were paid.", time: now))
            }
        }
        _ = try await world.giving.give(.to())
        #expect(try await Self.waiting(in: world, limit: 1).count == 1)
        try await Self.tellAll(in: world)
        #expect(
            try await world.file.read { try $0.notices(isWaiting: true, after: nil, limit: 99) }.count == 20)
    }
}
