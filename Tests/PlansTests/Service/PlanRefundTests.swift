import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Plans
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// The status after a charge was refunded or disputed.
@Suite struct PlanRefundTests {
    @Test(
        "a refunded charge is not shown as paid, and the plan stays active until its period ends",
        arguments: [(9_99, .refunded), (4_00, .partiallyRefunded)] as [(Int64, PlanCharge.State)])
    func refunded(minor: Int64, state: PlanCharge.State) async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        #expect(try await world.buy().lastCharge?.state == .paid)
        try await world.refund(minor)
        let status = try await world.plans.refresh("ann")
        #expect(status.lastCharge?.state == state)
        #expect(status.lastCharge?.refundedMinor == minor)
        #expect(status.view == .active && status.isActive)
        #expect(try await world.ledger(.planRevenue) == -(9_99 - minor))
        // The status shows the next charge, which is paid.
        world.clock.advance(seconds: PlanWorld.month)
        #expect(try await world.plans.refresh("ann").lastCharge?.state == .paid)
    }

    @Test("a refund of an earlier charge does not change the state of the latest one")
    func earlier() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy()
        let first = try await world.payments().first
        world.clock.advance(seconds: PlanWorld.month)
        _ = try await world.plans.refresh("ann")
        try await world.refund(9_99, of: first?.id)
        #expect(try await world.plans.refresh("ann").lastCharge?.state == .paid)
    }

    @Test(
        "a disputed charge is shown as disputed, then as paid or lost",
        arguments: [("winning_evidence", .paid), ("losing_evidence", .lost)] as [(String, PlanCharge.State)])
    func disputed(evidence: String, state: PlanCharge.State) async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy(method: "pm_card_createDispute")
        world.clock.advance(seconds: PlanWorld.day)
        try await world.plans.payments.readEvents()
        #expect(try await world.plans.status(of: "ann").lastCharge?.state == .disputed)
        let dispute = try #require(try await world.file.read { try $0.openDisputes(limit: 1) }.first)
        try await world.plans.payments.submit(evidence: evidence, for: dispute.id)
        try await world.plans.payments.readEvents()
        #expect(try await world.plans.status(of: "ann").lastCharge?.state == state)
    }

    @Test("a partly lost dispute is shown as a partial refund")
    func partlyLost() async throws {
        let world = try PlanWorld.make()
        defer { world.remove() }
        try await world.buy()
        let intent = try #require(try await world.payments().first?.intent)
        let charged = try #require(try await world.processor.paymentIntent(intent).latestCharge)
        let dispute = try await world.processor.dispute(charge: charged, amount: 4_00)
        try await world.plans.payments.readEvents()
        #expect(try await world.plans.status(of: "ann").lastCharge?.state == .disputed)
        try await world.plans.payments.submit(evidence: "losing_evidence", for: dispute.id)
        try await world.plans.payments.readEvents()
        let charge = try await world.plans.status(of: "ann").lastCharge
        #expect(charge?.state == .partiallyRefunded && charge?.refundedMinor == 4_00)
    }
}

extension PlanWorld {
    func payments() async throws -> [Payment] {
        try await file.read { try $0.payments(in: .succeeded, after: nil, limit: 100) }
    }

    /// Refunds the given payment, or the only one.
    func refund(_ minor: Int64, of id: String? = nil) async throws {
        let payments = calm.payments
        let payment = try await id == nil ? self.payments().first?.id : id
        let (_, call) = try await file.write {
            try payments.beginRefund(of: payment ?? "", amountMinor: minor, reason: nil, in: $0)
        }
        try await payments.executeOrThrow(call)
    }
}
