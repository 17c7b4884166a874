import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Source: Stripe documentation, "How disputes work", "Testing".
@Suite struct DisputeTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    /// Makes a gift of 100.00 that is disputed immediately.
    private func disputed(_ method: String = "pm_card_createDispute") async throws -> (PaymentIntent, Dispute)
    {
        let intent = try await bench.gift(to: bench.church(), with: method)
        return (intent, try #require(try await bench.processor.disputes(ListQuery()).data.first))
    }

    @Test("a dispute takes the money and 15.00 from the platform, and nothing from the church")
    func withdraws() async throws {
        let (intent, dispute) = try await disputed()
        #expect(dispute.status == .needsResponse)
        #expect(dispute.reason == "fraudulent")
        #expect(dispute.amount == 10_000)
        #expect(dispute.paymentIntent == intent.id)
        #expect(try await bench.movements(of: nil).last == "adjustment -10000 1500")
        #expect(try await bench.holding(of: nil) == 180 - 11_500)
        #expect(try await bench.processor.charge(dispute.charge).disputed)
        let church = try #require(intent.destination)
        #expect(try await bench.holding(of: church) == 9500)
        #expect(
            try await bench.events().suffix(2) == [
                "charge.dispute.created", "charge.dispute.funds_withdrawn",
            ])
    }

    @Test("a dispute over a part of a charge takes that part, and cannot exceed the charge")
    func part() async throws {
        let charge = try #require(try await bench.gift(to: bench.church()).latestCharge)
        await #expect(throws: ProcessorError.self) {
            try await bench.processor.dispute(charge: charge, amount: 10_001)
        }
        let dispute = try await bench.processor.dispute(charge: charge, amount: 4_000)
        #expect(dispute.amount == 4_000 && dispute.status == .needsResponse)
        #expect(try await bench.movements(of: nil).last == "adjustment -4000 1500")
        _ = try await bench.processor.submit(
            evidence: "winning_evidence", for: dispute.id, key: bench.key)
        #expect(try await bench.movements(of: nil).last == "adjustment 4000 0")
        await #expect(throws: ProcessorError.self) {
            try await bench.processor.dispute(charge: charge, amount: 1_000)
        }
    }

    @Test(
        "the evidence decides, and the fee is not returned",
        arguments: [
            ("winning_evidence", .won, -1320, ["charge.dispute.closed", "charge.dispute.funds_reinstated"]),
            ("losing_evidence", .lost, -11_320, ["charge.dispute.updated", "charge.dispute.closed"]),
        ] as [(String, Dispute.Status, Int64, [String])])
    func evidence(text: String, status: Dispute.Status, platform: Int64, events: [String]) async throws {
        let (_, dispute) = try await disputed()
        let answered = try await bench.processor.submit(evidence: text, for: dispute.id, key: bench.key)
        #expect(answered.status == .underReview)
        let decided = try await bench.processor.dispute(dispute.id)
        #expect(decided.status == status)
        #expect(decided.balanceTransactions.count == (status == .won ? 2 : 1))
        #expect(try await bench.holding(of: nil) == platform)
        #expect(try await bench.events().suffix(2) == events[...])
    }

    @Test("a dispute without a response is lost after its deadline")
    func deadline() async throws {
        let (_, dispute) = try await disputed()
        let dueBy = try #require(dispute.dueBy)
        bench.clock.advance(to: dueBy.adding(seconds: -1))
        #expect(try await bench.processor.dispute(dispute.id).status == .needsResponse)
        bench.clock.advance(seconds: 1)
        #expect(try await bench.processor.dispute(dispute.id).status == .lost)
    }

    @Test("an accepted dispute is lost, and takes nothing more")
    func accepts() async throws {
        let (_, dispute) = try await disputed()
        #expect(try await bench.processor.close(dispute: dispute.id, key: bench.key).status == .lost)
        #expect(
            await refusal { try await bench.processor.close(dispute: dispute.id, key: bench.key) }?.status
                == 400)
        let late = await refusal {
            try await bench.processor.submit(evidence: "winning_evidence", for: dispute.id, key: bench.key)
        }
        #expect(late?.status == 400)
        bench.clock.advance(seconds: 30 * 86_400)
        #expect(try await bench.holding(of: nil) == 180 - 11_500)
    }

    @Test("a disputed charge cannot be refunded, and a won one can")
    func refunds() async throws {
        let (intent, dispute) = try await disputed()
        func refund() async -> ProcessorError? {
            await refusal {
                try await bench.processor.create(Refund.Create(paymentIntent: intent.id), key: bench.key)
            }
        }
        #expect(await refund()?.code == "charge_disputed")
        _ = try await bench.processor.submit(evidence: "winning_evidence", for: dispute.id, key: bench.key)
        #expect(await refund() == nil)
    }

    @Test("a lost dispute is recovered by reversing the transfer")
    func recovers() async throws {
        let (_, dispute) = try await disputed()
        let charge = try await bench.processor.charge(dispute.charge)
        let transfer = try #require(charge.transfer)
        let over = await refusal {
            try await bench.processor.reverse(transfer: transfer, amount: 9501, metadata: [:], key: bench.key)
        }
        #expect(over?.code == "balance_insufficient")
        let back = try await bench.processor.reverse(
            transfer: transfer, amount: 9500, metadata: ["why": "dispute"], key: bench.key)
        #expect(back.metadata == ["why": "dispute"])
        #expect(try await bench.holding(of: nil) == 180 - 11_500 + 9500)
        #expect(try await bench.processor.transfer(transfer).amountReversed == 9500)
    }

    @Test("an inquiry takes no money")
    func inquiry() async throws {
        let (_, dispute) = try await disputed("pm_card_createDisputeInquiry")
        #expect(dispute.status == .warningNeedsResponse)
        #expect(try await bench.holding(of: nil) == 180)
        bench.clock.advance(seconds: 14 * 86_400)
        #expect(try await bench.processor.dispute(dispute.id).status == .warningClosed)
        #expect(try await bench.holding(of: nil) == 180)
    }
}
