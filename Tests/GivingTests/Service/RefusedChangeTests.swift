import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Changes that are refused: they are reported, and change nothing.
@Suite struct RefusedChangeTests {
    @Test(
        "a refused change of a monthly gift is an error and changes nothing",
        arguments: [
            (.method("pm_1nope"), .processorRefused), (.method("pm_card_chargeDeclined"), .declined),
        ] as [(RecurringChange, PaymentError.Code)])
    func refused(change: RecurringChange, code: PaymentError.Code) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        let before = try await world.file.read { try $0.recurring(id) }
        let error = await #expect(throws: PaymentError.self) { try await world.giving.change(id, change) }
        #expect(error?.code == code)
        #expect(try await world.file.read { try $0.recurring(id) } == before)
    }

    @Test("refuses a pause that does not end in the future, and names the day")
    func endedPause() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        let before = try await world.file.read { try $0.recurring(id) }
        for end in [Timestamp("2020-01-01T00:00:00Z"), world.clock.now] {
            let error = await #expect(throws: GivingError.self) {
                try await world.giving.change(id, .pause(until: end))
            }
            #expect(error?.code == .wrongState)
            #expect(error?.reason == "\(end.date.iso8601) is not after today; choose a later day")
        }
        #expect(try await world.file.read { try $0.recurring(id) } == before)
    }

    @Test("a lost dispute leaves nothing to refund")
    func lostDispute() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: "pm_card_createDispute"))
        world.clock.advance(seconds: 86_400)
        _ = try await world.giving.payments.reconcile()
        let dispute = try #require(try await world.file.read { try $0.openDisputes(limit: 1).first })
        try await world.giving.payments.submit(evidence: "losing_evidence", for: dispute.id)
        world.clock.advance(seconds: 90 * 86_400)
        _ = try await world.giving.payments.reconcile()
        let error = await #expect(throws: PaymentError.self) {
            try await world.giving.refund(gift.id, amount: nil, reason: nil)
        }
        #expect(error?.code == .wrongState)
    }

    @Test(
        "a mistyped method is refused by the processor and pauses no donor, once or monthly",
        arguments: [false, true])
    func mistyped(isMonthly: Bool) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for number in 0..<30 {
            let error = await #expect(throws: PaymentError.self) {
                try await world.giving.give(
                    .to(recurring: isMonthly, method: "pm_1nope", key: "key\(number / 2)"))
            }
            #expect(error?.code == .processorRefused)
        }
        // No card was declined, so no donor is paused.
        #expect(try await world.giving.give(.to()).status == .succeeded)
    }

    @Test("counts gifts refused before any charge separately from declined ones")
    func counted() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for isMonthly in [false, true] {
            await #expect(throws: PaymentError.self) {
                try await world.giving.give(.to(recurring: isMonthly, method: "pm_1nope"))
            }
        }
        let declining = "pm_card_visa_chargeDeclined"
        let declined = try await world.giving.give(.to(method: declining))
        _ = try await world.giving.give(.to(recurring: true, method: declining))
        await #expect(throws: PaymentError.self) {
            try await world.giving.retry(declined.id, method: "pm_1nope")
        }
        let asked = try await world.giving.give(.to(method: "pm_card_authenticationRequired"))
        _ = try? await world.processor.challenge(asked.paymentIntent ?? "", .failed)
        try await world.giving.payments.refresh(payment: asked.payment ?? "")
        await #expect(throws: PaymentError.self) {
            try await world.giving.retry(asked.id, method: "pm_1nope")
        }
        let (failed, refused) = try await world.file.read { transaction in
            (
                try transaction.giftCounts(ofOrganization: "Grace")[.failed],
                try ["Grace", "Hope", nil].map { try transaction.refusedGiftCount(ofOrganization: $0) }
            )
        }
        #expect(failed == 5 && refused == [2, 0, 2])
    }

    @Test("pauses card changes of a monthly gift after five declines")
    func cardsThroughMonthly() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        var codes: [PaymentError.Code?] = []
        for _ in 0..<7 {
            let error = await #expect(throws: PaymentError.self) {
                try await world.giving.change(id, .method("pm_card_chargeDeclined"))
            }
            codes.append(error?.code)
        }
        #expect(codes == Array(repeating: .declined, count: 5) + [.pausedForDeclines, .pausedForDeclines])
        world.clock.advance(seconds: 700)
        _ = try await world.giving.change(id, .method("pm_card_visa"))
    }
}
