import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Testing
import TimeKit

/// Receipts that are e-mailed to a donor again.
@Suite struct ResendTests {
    private static func due(in world: GivingWorld) async throws -> [DonorNotice] {
        world.clock.advance(seconds: 300)
        var notices: [DonorNotice] = []
        for id in try await world.giving.takeNotices(limit: 9) {
            if let notice = try await world.giving.donorNotice(id) { notices.append(notice) }
        }
        try await world.giving.markSent(notices.map(\.id))
        return notices
    }

    @Test("a receipt is sent again once for each key, with the valid receipt")
    func once() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        #expect(try await Self.due(in: world).count == 1)
        for key in ["a", "a", "b"] { try await world.giving.resendReceipt(ofGift: gift.id, key: key) }
        let notices = try await Self.due(in: world)
        #expect(notices.count == 2 && notices.allSatisfy { $0.to.text == "donor@example.org" })
        #expect(notices.allSatisfy { $0.receipt?.number.text == gift.receiptNumber })
        #expect(
            notices[0].body.contains("another copy") && notices[0].title == "Your $50 gift to Grace: receipt")
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
        _ = try await Self.due(in: world)
        try await world.giving.resendReceipt(ofGift: gift.id, key: "c")
        #expect(try await Self.due(in: world).map { $0.receipt?.number.text } == ["T-Grace-2026-000002"])
    }

    @Test("a repeated request succeeds even if the gift no longer has a receipt")
    func repeatedAfterRefund() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        try await world.giving.resendReceipt(ofGift: gift.id, key: "a")
        _ = try await Self.due(in: world)
        _ = try await world.giving.refund(gift.id, amount: nil, reason: nil)
        _ = try await Self.due(in: world)
        #expect(try await world.giving.resendReceipt(ofGift: gift.id, key: "a"))
        let error = await #expect(throws: GivingError.self) {
            try await world.giving.resendReceipt(ofGift: gift.id, key: "b")
        }
        #expect(error?.code == .wrongState)
        #expect(try await Self.due(in: world).isEmpty)
    }

    @Test("the mail limit counts notices waiting for the same mailbox, and is not checked for a known key")
    func waiting() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        _ = try await world.giving.give(.to(email: "other@example.org"))
        _ = try await world.giving.give(.to(email: "Donor+a@example.org"))
        for key in ["a", "b", "c", "a"] {
            let isStored = try await world.giving.resendReceipt(ofGift: gift.id, key: key) { $1 < 4 }
            #expect(isStored == (key != "c"))
        }
        let notices = try await Self.due(in: world).filter { $0.body.contains("another copy") }
        #expect(notices.count == 2)
    }

    @Test("nothing is sent without a valid receipt or an address, or for a key of another gift")
    func refused() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        let other = try await world.giving.give(.to(email: "other@example.org"))
        let declined = try await world.giving.give(.to(method: "pm_card_visa_chargeDeclined"))
        _ = try await Self.due(in: world)
        try await world.giving.resendReceipt(ofGift: gift.id, key: "a")
        func code(_ id: String, _ key: String) async -> GivingError.Code? {
            let error = await #expect(throws: GivingError.self) {
                try await world.giving.resendReceipt(ofGift: id, key: key)
            }
            return error?.code
        }
        #expect(await code(other.id, "a") == .idempotencyConflict)
        #expect(await code(declined.id, "b") == .wrongState)
        #expect(await code("gift_none", "b") == .notFound)
        _ = try await world.giving.forget(.email("other@example.org"))
        #expect(await code(other.id, "b") == .wrongState)
        try await world.file.read { transaction in
            let forgotten = try #require(try transaction.gift(other.id))
            #expect(try transaction.mailableReceipt(of: forgotten) == .noAddress)
            #expect(try transaction.mailableReceipt(of: declined) == .noReceipt)
        }
        #expect(try await Self.due(in: world).count == 1)
    }
}
