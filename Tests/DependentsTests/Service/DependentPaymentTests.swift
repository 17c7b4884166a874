import DatabaseKit
import Dependents
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit
import TokenKit

/// Payments of dependents' fees: each is charged once, to the right account.
@Suite struct DependentPaymentTests {
    @Test(
        "the whole fee goes to the agency's account at once, or else is the platform's revenue",
        arguments: [true, false])
    func charged(hasAccount: Bool) async throws {  // D2-01
        let world = try await DependentWorld.make(hasAccount: hasAccount)
        defer { world.remove() }
        try await world.enroll(.example())
        let (review, payment) = try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        #expect(payment.state == .succeeded)
        #expect(payment.total == Money(200_00, .sar))
        #expect(payment.kind == "dependent_fee")
        #expect(review.enrolled.status == .confirmed)
        let account = world.payee.map(LedgerAccount.payee) ?? .dependentFee
        #expect(try await world.halalas(account) == -200_00)
        #expect(try await world.halalas(.feeRevenue) == 0)
        #expect(try await world.file.read { try $0.ledgerCheck().problems } == [])
    }

    @Test("a second payment of a fee returns the first one, and charges once")
    func twice() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        let first = try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        world.clock.advance(seconds: 2 * 86_400)
        let second = try await world.dependents.approve("dep_husam", method: "pm_card_mastercard")
        #expect(second.payment == first.payment)
        #expect(second.review.enrolled == first.review.enrolled)
        #expect(try await world.halalas(.dependentFee) == -200_00)
        #expect(second.review.approval == .paid(Money(200_00, .sar)))
    }

    @Test("two simultaneous approvals make one payment")
    func atOnce() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        async let one = world.dependents.approve("dep_husam", method: "pm_card_visa").payment.id
        async let other = world.dependents.approve("dep_husam", method: "pm_card_visa").payment.id
        #expect(try await one == other)
        #expect(try await world.halalas(.dependentFee) == -200_00)
    }

    @Test("a declined card leaves the fee payable, with the same payment")
    func declined() async throws {  // D2-16
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        let refused = try await world.dependents.approve("dep_husam", method: "pm_card_chargeDeclined")
        #expect(refused.payment.failure?.isDecline == true)
        #expect(refused.review.enrolled.status == .failed)
        #expect(refused.review.approval == .payable(Money(200_00, .sar)))
        let paid = try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        #expect(paid.payment.id == refused.payment.id)
        #expect(paid.review.enrolled.status == .confirmed)
        #expect(try await world.halalas(.dependentFee) == -200_00)
    }

    @Test("without a fee, nothing is charged")
    func noFee() async throws {  // D2-15
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example(fee: nil))
        let error = await #expect(throws: DependentError.self) {
            try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        }
        #expect(error?.code == .noFee)
        #expect(try await world.file.read { try $0.payments(in: nil, after: nil, limit: 10) } == [])
    }

    @Test("refuses a fee that differs from the one shown")
    func changed() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        try await world.enroll(.example(fee: Money(300_00, .sar)))
        let error = await #expect(throws: DependentError.self) {
            try await world.dependents.approve(
                "dep_husam", shown: Money(200_00, .sar), method: "pm_card_visa")
        }
        #expect(error?.code == .feeChanged)
    }

    @Test("a paid dependent cannot be changed")
    func frozen() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        _ = try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        try await world.enroll(.example())
        let error = await #expect(throws: DependentError.self) {
            try await world.enroll(.example(fee: nil))
        }
        #expect(error?.code == .paymentBegun)
        #expect(try await world.dependents.review("dep_husam").enrolled.status == .confirmed)
    }

    @Test("a paid dependent can be enrolled again if an earlier version kept white space around the name")
    func frozenWithSpace() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example(name: "Husam"))
        _ = try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        try await world.file.write { transaction in
            let changed = "replace(\(TestStore.text(ofBytes: "body")), 'Husam', 'Husam ')"
            try transaction.run("UPDATE dependent SET body = \(TestStore.bytes(ofText: changed))")
        }
        #expect(try await world.dependents.review("dep_husam").enrolled.dependent.name == "Husam ")
        try await world.enroll(.example(name: "Husam "))
        await #expect(throws: DependentError.self) { try await world.enroll(.example(name: "Hussam")) }
    }

    @Test("a guardian sees and pays only for their own dependents")
    func foreign() async throws {  // D2-01
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        let other = Guardian(id: "grd_2", name: "Other", email: "other@example.org")
        try await world.enroll(.example(id: "dep_other"), of: other)
        #expect(try await world.dependents.reviews(of: "grd_1").map(\.dependent.id) == ["dep_husam"])
        #expect(try await world.dependents.reviews().count == 2)
        for id in ["dep_other", "dep_nobody"] {
            let error = await #expect(throws: DependentError.self) {
                try await world.dependents.approve(id, for: "grd_1", method: "pm_card_visa")
            }
            #expect(error?.code == .notFound && error?.summary == "the dependent was not found")
        }
        let taken = await #expect(throws: DependentError.self) {
            try await world.enroll(.example(), of: other)
        }
        #expect(taken?.code == .notFound && taken?.summary == "this id is already in use")
    }

    @Test("lists the earliest due date first, and counts the days from today in the agency's time zone")
    func list() async throws {  // D2-21
        let world = try await DependentWorld.make()
        defer { world.remove() }
        let sample = try Enrollment.sample()
        try await world.dependents.enroll(sample.dependents, of: sample.guardian, at: "agency")
        let listed = try await world.dependents.reviews(of: sample.guardian.id, at: "agency")
        #expect(listed.map(\.dependent.id) == ["dep_khalid", "dep_sarah", "dep_husam"])
        #expect(listed.map(\.remaining.days) == [-2, 0, 12])
        #expect(listed.map(\.remaining.status) == [.overdue, .today, .remaining])
        // The clock is at 09:00 UTC. Midnight in Riyadh is 21:00 UTC.
        world.clock.advance(seconds: 12 * 3_600 - 1)
        #expect(try await world.dependents.reviews().map(\.remaining.days) == [-2, 0, 12])
        world.clock.advance(seconds: 1)
        #expect(try await world.dependents.reviews().map(\.remaining.days) == [-3, -1, 11])
        #expect(try await world.dependents.reviews(at: "closed") == [])
    }

    @Test("refuses payments to an agency whose account takes no charges")
    func notPayable() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example(), at: "closed")
        let error = await #expect(throws: DependentError.self) {
            try await world.dependents.approve("dep_husam", method: "pm_card_visa")
        }
        #expect(error?.code == .notPayable)
    }

    @Test("refuses to enroll a dependent of another agency, or with an unknown one")
    func otherAgency() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        let taken = await #expect(throws: DependentError.self) {
            try await world.enroll(.example(), at: "closed")
        }
        #expect(taken?.code == .notFound && taken?.isTaken == true)
        let unknown = await #expect(throws: DependentError.self) {
            try await world.enroll(.example(id: "dep_2"), at: "nobody")
        }
        #expect(unknown?.code == .unknownAgency)
    }

    @Test("a link identifies its guardian until a new one replaces it")
    func links() async throws {
        let world = try await DependentWorld.make()
        defer { world.remove() }
        try await world.enroll(.example())
        let first = try await world.dependents.newLink(of: "grd_1")
        #expect(try await world.dependents.guardian(token: first.text).id == "grd_1")
        try await world.enroll(.example(id: "dep_2"))
        #expect(try await world.dependents.guardian(token: first.text).id == "grd_1")
        let second = try await world.dependents.newLink(of: "grd_1")
        #expect(try await world.dependents.guardian(token: second.text).id == "grd_1")
        for wrong in [first.text, "guess", ""] {
            let error = await #expect(throws: DependentError.self) {
                try await world.dependents.guardian(token: wrong)
            }
            #expect(error?.code == .invalidToken)
        }
    }
}
