import DatabaseKit
import Foundation
import Giving
import MoneyKit
import PostgresKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import PaymentCore

/// Two servers that do the same at the same time have one effect.
///
/// With `TAPKIT_FULL`, each test repeats its rounds for 60 seconds with 32 callers on each server.
@Suite(.postgres, .timeLimit(.minutes(5))) struct TwoNodeTests {
    @Test("a request with one key is one gift, whichever server receives it")
    func sameKey() async throws {
        let cluster = try await Cluster.make()
        let rounds = try await Cluster.rounds(5) { round in
            let ids = try await cluster.all(callers: 8) { node, _ in
                try await node.giving.give(.gift(from: "donor@example.org", key: "key \(round)")).id
            }
            #expect(Set(ids).count == 1)
        }
        let gifts = try await cluster.read { try $0.gifts(GiftQuery(limit: 100_000)) }
        #expect(gifts.count == rounds && gifts.allSatisfy { $0.status == .succeeded })
        #expect(try await cluster.problems() == [])
        await cluster.remove()
    }

    @Test("a new donor with one card is one donor, even if both servers receive a gift")
    func sameCard() async throws {
        let cluster = try await Cluster.make()
        try await Cluster.rounds(5) { round in
            let donors = try await cluster.all(callers: 4) { node, _ in
                try await node.giving.give(.gift(from: "donor\(round)@example.org")).donor
            }
            #expect(donors.count >= 8 && Set(donors).count == 1)
        }
        #expect(try await cluster.problems() == [])
        await cluster.remove()
    }

    @Test("a gift is refunded once, with the same key and without one")
    func refund() async throws {
        let cluster = try await Cluster.make()
        try await Cluster.rounds(2) { round in
            let key = round.isMultiple(of: 2) ? "refund \(round)" : nil
            let gift = try await cluster.nodes[0].giving.give(.gift(from: "donor@example.org")).id
            let outcomes = try await cluster.all(callers: 4) { node, _ -> Gift.Status? in
                do {
                    return try await node.giving.refund(gift, amount: nil, reason: nil, key: key).status
                } catch is PaymentError {
                    return nil
                }
            }
            #expect(outcomes.contains(.refunded))
            if key != nil { #expect(outcomes.allSatisfy { $0 != nil }) }
            let refunds = try await cluster.read { transaction in
                try transaction.gift(gift)?.payment.map { try transaction.refunds(ofPayment: $0) } ?? []
            }
            #expect(refunds.filter { $0.state == .succeeded }.count == 1)
        }
        #expect(try await cluster.problems() == [])
        await cluster.remove()
    }

    @Test("a payee is repaid once")
    func repay() async throws {
        let cluster = try await Cluster.make()
        let (account, now) = (try await cluster.account(), cluster.clock.now)
        // The platform's own money, from which the payee is repaid.
        _ = try await cluster.processor.create(
            PaymentIntent.Create(
                amount: 50_000_000, currency: .usd, paymentMethod: "pm_card_bypassPending", confirm: true),
            key: IdempotencyKey("platform"))
        cluster.clock.advance(seconds: 60)
        try await Cluster.rounds(5) { round in
            _ = try await cluster.nodes[0].database.write { transaction in
                try transaction.post(
                    .collected(Money(100, .usd), from: account, reference: "trr_\(round)"), at: now)
            }
            _ = try await cluster.all(callers: 4) { node, _ in
                _ = try await node.giving.payments.tolerating {
                    try await node.giving.payments.repay(account)
                }
            }
            let owed = try await cluster.read { try $0.balance(of: .receivable(account), in: .usd) }
            let calls = try await cluster.read { try $0.isRepaying(account) }
            #expect(owed == 0)
            #expect(!calls)
        }
        await cluster.remove()
    }

    @Test("an account is paid out once")
    func payout() async throws {
        let cluster = try await Cluster.make()
        let account = try await cluster.account()
        try await Cluster.rounds(3) { round in
            _ = try await cluster.nodes[0].giving.give(.gift(from: "donor@example.org"))
            cluster.clock.advance(seconds: 3 * 86_400)
            let available = try await cluster.processor.balances(of: account).reduce(0) { $0 + $1.available }
            _ = try await cluster.all(callers: 4) { node, _ in
                do { _ = try await node.giving.payments.payOut(to: account) } catch is PaymentError {}
            }
            let payouts = try await cluster.read {
                try $0.payouts(ofPayee: account, after: nil, limit: 100_000)
            }
            #expect(payouts.count == round && payouts.first?.amount.minorUnits == available)
            let left = try await cluster.processor.balances(of: account).reduce(0) { $0 + $1.available }
            #expect(left == 0)
        }
        #expect(try await cluster.problems() == [])
        await cluster.remove()
    }

    @Test("a notice is claimed by one server")
    func notices() async throws {
        let cluster = try await Cluster.make()
        try await Cluster.rounds(1) { _ in
            for number in 1...20 {
                _ = try await cluster.nodes[0].giving.give(.gift(from: "a\(number)@b.org"))
            }
            let taken = try await cluster.all(callers: 4) { node, _ in
                try await node.giving.takeNotices(limit: 50)
            }
            #expect(taken.joined().count == 20 && Set(taken.joined()).count == 20)
            _ = try await cluster.all(callers: 2) { node, _ in
                try await node.giving.markSent(Array(taken.joined()))
            }
            cluster.clock.advance(seconds: 3_600)
            #expect(try await cluster.nodes[1].giving.takeNotices(limit: 50) == [])
        }
        await cluster.remove()
    }

    @Test("an event that both servers receive or read is processed once, and the books are the same")
    func events() async throws {
        let cluster = try await Cluster.make()
        try await Cluster.rounds(1) { _ in
            for number in 1...5 {
                _ = try await cluster.nodes[0].giving.give(.gift(from: "a\(number)@b.org"))
            }
            let event = try #require(
                try await cluster.processor.events(ofTypes: [], ListQuery(limit: 1)).data.first)
            let isNew = try await cluster.all(callers: 4) { node, _ in
                try await node.giving.payments.receive(event)
            }
            #expect(isNew.filter { $0 }.count == 1)
            _ = try await cluster.all(callers: 2) { node, _ in
                _ = try await node.giving.payments.workReceivedEvents()
                _ = try await node.giving.payments.readEvents()
            }
            #expect(try await cluster.read { try $0.receivedEvents(limit: 10) }.isEmpty)
        }
        #expect(try await cluster.problems() == [])
        await cluster.remove()
    }

    @Test("a month is closed while gifts are paid, and no gift is lost or listed twice")
    func closing() async throws {
        let cluster = try await Cluster.make()
        _ = try await cluster.nodes[0].giving.give(.gift(from: "donor@example.org"))
        cluster.clock.advance(seconds: 40 * 86_400)
        let now = cluster.clock.now
        let month = try await cluster.read { transaction in
            try transaction.firstGift(of: "Grace").map { CalendarMonth(of: $0.listedOn) }
        }
        let closed = try #require(month)
        _ = try await cluster.all(callers: 4) { node, caller in
            if caller < 2 {
                _ = try await node.database.write { try $0.closeMonth(closed, of: "Grace", at: now) }
            } else {
                _ = try await node.giving.give(.gift(from: "donor@example.org"))
            }
        }
        #expect(try await cluster.read { try $0.organization("Grace")?.closedThrough } == closed)
        #expect(try await cluster.problems() == [])
        await cluster.remove()
    }

    @Test("32 callers of each server give to one organization: each gift once, and balanced books")
    func oneOrganization() async throws {
        let cluster = try await Cluster.make()
        let end = ContinuousClock.now + .seconds(isFullRun ? 60 : 5)
        let given = try await cluster.all(callers: 32) { node, caller in
            var ids: [String] = []
            while ContinuousClock.now < end {
                let key = "\(caller) \(ids.count)"
                let email = "donor\(caller % 16)@example.org"
                ids.append(try await node.giving.give(.gift("25", from: email, key: key)).id)
            }
            return ids
        }
        let ids = given.flatMap(\.self)
        let gifts = try await cluster.read { try $0.gifts(GiftQuery(limit: 100_000)) }
        #expect(ids.count > 32 && Set(ids) == Set(gifts.map(\.id)) && ids.count == gifts.count)
        #expect(gifts.allSatisfy { $0.status == .succeeded })
        #expect(try await cluster.problems() == [])
        await cluster.remove()
    }
}
