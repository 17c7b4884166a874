import DatabaseKit
import Foundation
import Giving
import PaymentCore
import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Everything that giving and the money path keep, as a congregation leaves it.
@Suite struct KeptDocumentTests {
    @Test("every kind of document is kept as Foundation keeps it")
    func all() async throws {
        let plan = ProcessorFaultPlan(rate: 300, events: [.twice], seed: 7)
        let world = try await GivingWorld.make(seed: 7) { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["1"])
        var congregation = Congregation(seed: 7)
        for _ in 0..<200 { _ = try await congregation.act(in: world) }
        _ = try await world.calm.record(
            tap: "https://appclip.tap.giving/Grace?r=0", nil, organization: "Grace", source: .tag)
        // What nobody answers stays open.
        let silence = ProcessorFaultPlan(rate: 10_000, faults: [.requestLost], seed: 7)
        let silent = world.service(over: FaultyProcessor(world.line, silence) { _ in })
        for isMonthly in [false, true] { _ = try await silent.give(.to(recurring: isMonthly)) }

        try await world.expectKept(Organization.self, in: "organization")
        try await world.expectKept(Fund.self, in: "fund")
        try await world.expectKept(Donor.self, in: "donor")
        try await world.expectKept(Gift.self, in: "gift")
        try await world.expectKept(RecurringGift.self, in: "recurring_gift")
        try await world.expectKept(Receipt.self, in: "receipt")
        try await world.expectKept(Tap.self, in: "tap")
        try await world.expectKept(Notice.self, in: "notice")
        try await world.expectKept(Payment.self, in: "payment")
        try await world.expectKept(PaymentRefund.self, in: "payment_refund")
        try await world.expectKept(PaymentDispute.self, in: "payment_dispute")
        try await world.expectKept(ProcessorCall.self, in: "processor_call")
        try await world.expectKept(Schedule.self, in: "schedule")
        try await world.expectKept(Payee.self, in: "payee")
        try await world.expectKept(PayeePayout.self, in: "payout")
    }
}

extension GivingWorld {
    /// Expects documents of a kind in a table, each of them as Foundation's coders would keep it.
    fileprivate func expectKept<Value: Codable & Sendable>(_ type: Value.Type, in table: String) async throws
    {
        let values = try await file.read { unit in
            try unit.all(type, "SELECT body FROM \(table) WHERE body IS NOT NULL LIMIT 1000")
        }
        #expect(!values.isEmpty, "\(table)")
        for value in values { #expect(try isKeptAsFoundationKeepsIt(value), "\(table)") }
    }
}
