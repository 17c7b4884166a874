import Foundation
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// All stored documents of giving and payments, after random gifts.
@Suite struct KeptDocumentTests {
    @Test("stores every kind of document as Foundation does")
    func all() async throws {
        let plan = ProcessorFaultPlan(rate: 300, events: [.twice], seed: 7)
        let world = try await GivingWorld.make(seed: 7) { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        var congregation = Congregation(seed: 7)
        for _ in 0..<200 { _ = try await congregation.act(in: world) }
        // Requests without a response stay open.
        let silence = ProcessorFaultPlan(rate: 10_000, faults: [.requestLost], seed: 7)
        let silent = world.service(over: FaultyProcessor(world.line, silence) { _ in })
        for isMonthly in [false, true] { _ = try await silent.give(.to(recurring: isMonthly)) }

        try await world.file.expectKept(Organization.self, in: "organization")
        try await world.file.expectKept(Fund.self, in: "fund")
        try await world.file.expectKept(Donor.self, in: "donor")
        try await world.file.expectKept(Gift.self, in: "gift")
        try await world.file.expectKept(RecurringGift.self, in: "recurring_gift")
        try await world.file.expectKept(Receipt.self, in: "receipt")
        try await world.file.expectKept(OutboxNotice.self, in: "outbox")
        try await world.file.expectKept(Payment.self, in: "payment")
        try await world.file.expectKept(PaymentRefund.self, in: "payment_refund")
        try await world.file.expectKept(PaymentDispute.self, in: "payment_dispute")
        try await world.file.expectKept(ProcessorCall.self, in: "processor_call")
        try await world.file.expectKept(Schedule.self, in: "schedule")
        try await world.file.expectKept(Payee.self, in: "payee")
        try await world.file.expectKept(PayeePayout.self, in: "payout")
    }
}
