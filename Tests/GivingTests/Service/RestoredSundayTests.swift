import DatabaseKit
import Foundation
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Books restored from a backup while the processor has moved on (cases S-1 and M-4).
@Suite(.timeLimit(.minutes(5))) struct RestoredSundayTests {
    /// The events of a Sunday and the month after it, in order.
    private static let steps: [@Sendable (GivingWorld) async throws -> Void] = [
        { _ = try await $0.giving.give(.to(coversFee: true)) },
        {
            _ = try await $0.giving.give(
                .to(fund: "13", amount: "20", email: "b@example.org", name: "B Donor"))
        },
        {
            _ = try await $0.giving.give(
                .to(amount: "35.50", email: "b@example.org", name: "B & C Donor", phone: "123"))
        },
        { _ = try await $0.giving.give(.to(method: "pm_card_visa_chargeDeclined", email: "c@example.org")) },
        {
            _ = try await $0.giving.give(
                .to(amount: "15", recurring: true, coversFee: true, email: "m@example.org", name: "M"))
        },
        { world in
            let gift = try await world.newestGift { $0.fund == "13" }
            _ = try await world.giving.refund(gift.id, amount: "5", reason: nil)
        },
        {
            _ = try await $0.giving.give(
                .to(fund: "13", amount: "70", method: "pm_card_createDispute", email: "d@example.org"))
        },
        { try await $0.settle(seconds: 4 * 86_400) },
        { _ = try await $0.giving.payments.payOut(to: try await $0.account()) },
        { try await $0.settle(seconds: 3 * 86_400) },
        { world in
            let gift = try await world.newestGift { $0.amount == Money(3550, .usd) }
            _ = try await world.giving.refund(gift.id, amount: nil, reason: "requested_by_customer")
        },
        { try await $0.settle(seconds: 31 * 86_400) },
        { _ = try await $0.giving.give(.to(amount: "9", email: "m@example.org", name: "M")) },
        { world in
            let monthly = try await world.newestGift { $0.recurring != nil }
            _ = try await world.giving.change(monthly.recurring ?? "", .cancel)
        },
        { try await $0.settle() },
    ]

    @Test(
        "S-1: after a restore at any step, adopting the listed unknown charges gives the same books", .sqlite)
    func restored() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let backups = (0...Self.steps.count).map {
            world.folder.appending(path: "backup-\($0).sqlite").path
        }
        for (step, act) in Self.steps.enumerated() {
            try await world.store.sqlite.backUp(to: backups[step])
            try await act(world)
            world.clock.advance(seconds: 60)
        }
        try await world.settle()
        try await world.store.sqlite.backUp(to: backups[Self.steps.count])
        let whole = try await Books(of: world.file)
        #expect(try await world.giving.payments.compare(since: nil, until: world.clock.now).agrees)

        for (step, backup) in backups.enumerated() {
            let books = try await Self.restore(backup, in: world)
            defer { try? books.file.close() }
            let charges = try await world.paidCharges()
            let known = try await books.file.read { transaction in
                try charges.filter { try transaction.payment(charge: $0) != nil }
            }
            _ = try await books.giving.payments.reconcile()
            let found = try await books.giving.payments.compare(since: nil, until: world.clock.now)
            let knownNow = try await books.file.read { transaction in
                try charges.filter { try transaction.payment(charge: $0) != nil }
            }
            #expect(Set(knownNow).isSuperset(of: known))
            #expect(
                Set(found.differences.filter { $0.kind == .unknownCharge }.map(\.id))
                    == Set(charges).subtracting(knownNow), "restored before step \(step)")
            #expect(found.differences.allSatisfy { $0.kind == .unknownCharge }, "\(found.differences)")

            for difference in found.differences
            where try await books.file.read({ try $0.payment(charge: difference.id) }) == nil {
                _ = try await books.giving.adopt(charge: difference.id)
            }
            world.clock.advance(seconds: 10)
            let left = try await books.giving.payments.reconcile()
            #expect(left.callsLeft + left.unanswered == 0)
            let after = try await books.giving.payments.compare(since: nil, until: world.clock.now)
            #expect(after.agrees, "restored before step \(step): \(after.differences)")

            let restored = try await Books(of: books.file)
            #expect(restored.gifts == whole.gifts, "restored before step \(step)")
            #expect(restored.funds == whole.funds, "restored before step \(step)")
            #expect(restored.donors == whole.donors, "restored before step \(step)")
            #expect(restored.balances == whole.balances, "restored before step \(step)")
            #expect(restored.problems == [])
            // A number in both books belongs to the same receipt, issued before the backup.
            for (number, paid) in restored.receipts {
                if let other = whole.receipts[number] { #expect(paid == other, "\(number)") }
            }
        }
    }

    @Test(
        "S-1: a charge without metadata is adopted by naming fund and donor, or dismissed with a reason"
    )
    func older() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        var ids: [String] = []
        for number in 1...2 {
            let intent = try await world.processor.create(
                PaymentIntent.Create(
                    amount: 5000, currency: .usd, paymentMethod: "pm_card_visa", confirm: true,
                    destination: account, onBehalfOf: account, applicationFeeAmount: 175,
                    metadata: ["payment_id": "pay_lost\(number)"]), key: IdempotencyKey("old\(number)"))
            ids.append(try #require(intent.latestCharge))
        }
        world.clock.advance(seconds: 60)
        let driver = world.giving.payments
        _ = try await driver.reconcile()
        let found = try await driver.compare(since: nil, until: world.clock.now)
        #expect(found.differences.map(\.id) == ids)

        let noFund = await #expect(throws: AdoptionError.self) {
            try await world.giving.adopt(charge: ids[0])
        }
        #expect(noFund == .fundNeeded(organization: "Grace"))
        let noDonor = await #expect(throws: AdoptionError.self) {
            try await world.giving.adopt(charge: ids[0], naming: AdoptionNames(fund: "13"))
        }
        #expect(noDonor == .donorNeeded)
        let noSuchFund = await #expect(throws: AdoptionError.self) {
            try await world.giving.adopt(
                charge: ids[0], naming: AdoptionNames(fund: "99", name: "A", email: "a@example.org"))
        }
        #expect(noSuchFund == .unknownFund("99", organization: "Grace"))
        let gift = try await world.giving.adopt(
            charge: ids[0], naming: AdoptionNames(fund: "13", name: "A Donor", email: "a@example.org"))
        #expect(gift.status == .succeeded && gift.fund == "13" && gift.amount == Money(5000, .usd))
        #expect(gift.receiptNumber != nil && gift.giver?.name == "A Donor")
        let again = await #expect(throws: PaymentError.self) {
            try await world.giving.adopt(
                charge: ids[0], naming: AdoptionNames(fund: "13", name: "A", email: "a@example.org"))
        }
        #expect(again?.code == .wrongState)

        _ = try await driver.dismiss(ids[1], because: "a test of the terminal")
        let booked = await #expect(throws: PaymentError.self) {
            try await driver.dismiss(ids[0], because: "x")
        }
        #expect(booked?.code == .wrongState)
        let none = await #expect(throws: PaymentError.self) {
            try await driver.dismiss("ch_none", because: "x")
        }
        #expect(none?.code == .notFound)
        let after = try await driver.compare(since: nil, until: world.clock.now)
        #expect(after.agrees && after.dismissed == 1 && after.charges == 2)
        #expect(
            try await world.file.read { try $0.dismissals(after: nil, limit: 9) }.map(\.reason) == [
                "a test of the terminal"
            ])
        _ = try await driver.undoDismissal(of: ids[1])
        #expect(
            try await driver.compare(since: nil, until: world.clock.now).differences.map(\.id) == [ids[1]])
        _ = try await world.giving.refund(gift.id, amount: "5", reason: nil)
        let refund = try await world.file.read { try $0.refunds(after: "z", limit: 1).first?.processorRefund }
        let bookedRefund = await #expect(throws: PaymentError.self) {
            try await driver.dismiss(try #require(refund), because: "x")
        }
        #expect(bookedRefund?.code == .wrongState)
        #expect(try await world.problems() == [])
    }

    @Test("lists items that are in the books but not at the processor")
    func missing() async throws {
        let world = try await GivingWorld.make()
        let other = try await GivingWorld.make(seed: 2)
        defer {
            world.remove()
            other.remove()
        }
        let gift = try await world.giving.give(.to())
        let refunded = try await world.giving.give(.to(amount: "20"))
        _ = try await world.giving.refund(refunded.id, amount: "5", reason: nil)
        let driver = PaymentDriver(
            database: world.file, processor: other.processor,
            policy: GivingPolicy(ids: world.bench.ids),
            clock: world.clock.wallClock, ids: world.bench.ids, processing: .standard)
        let found = try await driver.compare(since: nil, until: world.clock.now)
        #expect(
            Set(found.differences.map(\.kind)) == [.missingCharge, .missingRefund])
        #expect(found.differences.filter { $0.kind == .missingCharge }.map(\.payment).contains(gift.payment))
        #expect(found.charges == 0)
    }

    @Test("compares a period from its first to its last second")
    func period() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let start = world.clock.now
        for number in 1...3 {
            _ = try await world.processor.create(
                PaymentIntent.Create(
                    amount: 1000, currency: .usd, paymentMethod: "pm_card_visa", confirm: true,
                    destination: account, applicationFeeAmount: 60), key: IdempotencyKey("old\(number)"))
            world.clock.advance(seconds: 100)
        }
        let driver = world.giving.payments
        #expect(try await driver.compare(since: nil, until: world.clock.now).differences.count == 3)
        let later = try await driver.compare(since: start.adding(seconds: 1), until: world.clock.now)
        #expect(later.differences.count == 2)
        #expect(
            try await driver.compare(since: start.adding(seconds: 100), until: start.adding(seconds: 199))
                .differences.count == 1)
        #expect(
            try await driver.compare(since: start, until: start.adding(seconds: 99)).differences.count == 1)
    }

    @Test(
        "a stored charge with a negative application fee is listed, and is not adopted", .sqlite,
        arguments: [-500, Int64.min])
    func negativeFee(minor: Int64) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let account = try await world.account()
        let intent = try await world.processor.create(
            PaymentIntent.Create(
                amount: 5000, currency: .usd, paymentMethod: "pm_card_visa", confirm: true,
                destination: account, onBehalfOf: account, applicationFeeAmount: 175,
                metadata: ["payment_id": "pay_lost"]), key: IdempotencyKey("old"))
        let charge = try #require(intent.latestCharge)
        world.clock.advance(seconds: 60)
        _ = try await world.giving.payments.reconcile()

        // Earlier versions of the simulated processor accepted negative fees.
        let file = try DatabaseFile.open(
            at: world.folder.appending(path: "processor.sqlite").path,
            migrations: SimulatedProcessor.migrations)
        defer { try? file.close() }
        try await file.write { transaction in
            try transaction.run(
                """
                UPDATE noun SET json = CAST(
                    json_set(CAST(json AS TEXT), '$.applicationFeeAmount', \(minor)) AS BLOB) WHERE id = ?
                """, [charge])
        }
        let processor = SimulatedProcessor(file: file, clock: world.clock.wallClock, seed: 1)
        #expect(try await processor.charge(charge).applicationFeeAmount == minor)
        let giving = world.service(over: processor)
        let found = try await giving.payments.compare(since: nil, until: world.clock.now)
        #expect(found.differences.map(\.id) == [charge])
        let refused = await #expect(throws: PaymentError.self) {
            try await giving.adopt(
                charge: charge, naming: AdoptionNames(fund: "13", name: "A", email: "a@example.org"))
        }
        #expect(refused?.code == .invalidFee)
    }

    @Test("adopting a later charge of a monthly gift leaves each of its gifts on its own day", .sqlite)
    func laterCharge() async throws {
        let world = try await GivingWorld.make(at: Timestamp("2026-12-05T18:00:00Z"))
        defer { world.remove() }
        let backup = world.folder.appending(path: "backup.sqlite").path
        try await world.store.sqlite.backUp(to: backup)
        _ = try await world.giving.give(.to(recurring: true))
        try await world.settle(seconds: 32 * 86_400)
        let days = ["2026-12-05", "2027-01-05"]
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(limit: 9)) }
        #expect(gifts.map(\.day.iso8601).sorted() == days)
        let newest = try await world.newestGift { $0.day.iso8601 == days[1] }
        let charge = try await world.file.read { try $0.payment(newest.payment ?? "")?.charge }

        let books = try await Self.restore(backup, in: world)
        defer { try? books.file.close() }
        let adopted = try await books.giving.adopt(charge: try #require(charge))
        #expect(adopted.day.iso8601 == days[1])
        let restored = try await books.file.read { try $0.gifts(GiftQuery(limit: 9)) }
        #expect(restored.map(\.day.iso8601).sorted() == days)
        #expect(
            restored.map(\.listedOn.iso8601).sorted() == days && restored.allSatisfy { $0.bookedOn == nil })
        let recurring = try await books.file.read { try $0.recurring(adopted.recurring ?? "") }
        #expect(recurring?.dayOfMonth == 5 && recurring?.paidPeriods == 2)
        #expect(try await books.giving.payments.compare(since: nil, until: world.clock.now).agrees)
    }

    /// Opens a service on books restored from a backup.
    private static func restore(_ backup: String, in world: GivingWorld) async throws -> (
        file: DatabaseFile, giving: GivingService
    ) {
        let file = try DatabaseFile.open(at: backup, migrations: GivingMigrations.all)
        let now = world.clock.now
        try await file.write { try $0.begin(ReceiptSegment(number: 1, .restored, begun: now, since: now)) }
        let (clock, ids) = (world.clock.wallClock, world.bench.ids)
        let driver = PaymentDriver(
            database: file, processor: world.processor, policy: GivingPolicy(ids: ids),
            clock: clock,
            ids: ids, processing: .standard)
        return (file, GivingService(payments: driver, clock: clock, ids: ids, processing: .standard))
    }
}

/// The facts that restored books must share with the original.
private struct Books {
    /// Descriptions of paid gifts, without ids and receipts.
    let gifts: [String]
    let funds: [String]
    let donors: [String]
    let balances: [String]
    /// The charge of each receipt's gift, by receipt number.
    let receipts: [String: String]
    let problems: [String]

    init(of file: any TransactionRunner) async throws {
        (gifts, funds, donors, balances, receipts, problems) = try await file.read { transaction in
            let all = try transaction.gifts(GiftQuery(limit: 1000)).filter { $0.paidAt != nil }
            let gifts = all.map {
                "\($0.organization) \($0.fund) \($0.giver.map { "\($0)" } ?? "") \($0.amount) \($0.coveredFeeMinor) "
                    + "\($0.feeMinor) \($0.status) \($0.refundedMinor) \($0.countedMinor) \($0.recurring != nil) "
                    + "\($0.tap ?? "") \($0.paidAt?.iso8601 ?? "")"
            }
            let donors = try Set(all.compactMap(\.donor)).flatMap { id in
                let donor = try transaction.donor(id)
                return try transaction.totals(ofDonor: id).map {
                    "\(donor?.email ?? "") \($0.amount) \($0.gifts) \($0.name)"
                }
            }
            let balances = try transaction.balances(prefix: "").filter { $0.amount.minorUnits != 0 }
                .map {
                    ($0.account.rawValue.hasPrefix("disputed:") ? "disputed" : $0.account.rawValue, $0.amount)
                }
                .map { "\($0.0) \($0.1)" }
            var receipts: [String: String] = [:]
            for gift in all {
                for receipt in try transaction.receipts(ofGift: gift.id) {
                    receipts[receipt.number.text] = "\(gift.paymentIntent ?? "") \(receipt.revision)"
                }
            }
            return (
                gifts.sorted(),
                try transaction.fundTotals(ofOrganization: "Grace").map {
                    "\($0.fund) \($0.amount) \($0.gifts)"
                },
                donors.sorted(), balances.sorted(), receipts,
                try transaction.ledgerCheck().problems + transaction.receiptProblems()
            )
        }
    }
}

extension GivingWorld {
    fileprivate func newestGift(where isMeant: @escaping @Sendable (Gift) -> Bool) async throws -> Gift {
        let gift = try await file.read { try $0.gifts(GiftQuery(limit: 100)).first(where: isMeant) }
        return try #require(gift)
    }

    /// Returns the ids of all paid charges.
    fileprivate func paidCharges() async throws -> [String] {
        try await processor.charges(ListQuery(limit: 100)).data
            .filter { $0.status == .succeeded && $0.sourceTransfer == nil }.map(\.id)
    }
}
