import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Testing
import TimeKit

@Suite struct AccountingTests {
    /// Returns the whole journal of an organization.
    private static func journal(
        _ world: GivingWorld, of id: String = "Grace",
        in period: Range<Timestamp> = Timestamp.earliest..<Timestamp.latest
    ) async throws -> [AccountingEntry] {
        var (all, last): ([AccountingEntry], Int64?) = ([], 0)
        while let cursor = last {
            let page = try await world.file.read { transaction in
                let organization = try #require(try transaction.organization(id))
                return try transaction.journal(of: organization, in: period, after: cursor, limit: 3)
            }
            all += page.entries
            last = page.last
        }
        return all
    }

    private static func sum(
        _ entries: [AccountingEntry], _ account: AccountingEntry.Account, _ fund: String? = nil
    )
        -> Int64
    {
        entries.flatMap(\.lines).filter { $0.account == account && (fund == nil || $0.fund == fund) }
            .reduce(0) { $0 + $1.amount.minorUnits }
    }

    @Test("every entry sums to zero, and the account totals match the ledger and the funds")
    func sums() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        try await world.addOrganization("Hope", funds: ["7"])
        let covered = try await world.giving.give(.to(amount: "50", coversFee: true))
        let building = try await world.giving.give(.to(fund: "13", amount: "90"))
        _ = try await world.giving.give(.to("Hope", fund: "7", amount: "33"))
        _ = try await world.giving.give(.to(method: "pm_card_createDispute"))
        _ = try await world.giving.refund(building.id, amount: "10", reason: nil)
        try await world.settle()
        let dispute = try #require(try await world.file.read { try $0.openDisputes(limit: 1).first })
        try await world.giving.payments.submit(evidence: "losing_evidence", for: dispute.id)
        try await world.settle(seconds: 7 * 86_400)
        let payout = try #require(try await world.giving.payments.payOut(to: world.account()).first)
        try await world.settle(seconds: 7 * 86_400)

        let entries = try await Self.journal(world)
        for entry in entries {
            #expect(entry.lines.count >= 2 && entry.lines.allSatisfy { $0.amount.minorUnits != 0 })
            #expect(entry.lines.reduce(0) { $0 + $1.amount.minorUnits } == 0, "\(entry)")
        }
        let account = try await world.account()
        #expect(try await Self.sum(entries, .clearing) == -world.ledger(.payee(account)))
        #expect(try await Self.sum(entries, .inTransit) == -world.ledger(.bank(account)))
        #expect(try await Self.sum(entries, .owed) == -world.ledger(.receivable(account)))
        #expect(Self.sum(entries, .bank) + Self.sum(entries, .inTransit) == payout.amount.minorUnits)
        #expect(Self.sum(entries, .gifts, "12") == -(covered.total.minorUnits + 5_000))
        #expect(Self.sum(entries, .gifts, "13") == -9_000 && Self.sum(entries, .refunds, "13") == 1_000)
        #expect(Self.sum(entries, .disputes, "12") == 5_000)
        #expect(Self.sum(entries, .fees, "12") >= 1_500, "includes the dispute's fee")
        #expect(!entries.contains { $0.lines.contains { $0.fund == "7" } }, "excludes other organizations")
        #expect(entries.first { $0.kind == .charge }?.gift == covered.id)
    }

    @Test("books a payment for a service as service income, not as a gift, even after a refund")
    func services() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        let account = try await world.account()
        let driver = PaymentDriver(
            database: world.file, processor: world.processor,
            policy: PolicyTable(["service": ServicePolicy()]),
            clock: world.clock.wallClock, ids: world.bench.ids, processing: .standard)
        let (payment, call) = try await world.file.write { transaction in
            try driver.begin(
                PaymentOrder(
                    kind: "service", subject: "dep_1", form: .destination(payee: account),
                    quote: Quote(of: Money(200_00, .usd), by: ProductFee()), method: "pm_card_visa",
                    payer: Payer(name: "A Guardian", email: "guardian@example.org", phone: nil, client: nil),
                    statementDescriptor: "SERVICE FEE"), in: transaction)
        }
        try await driver.executeTolerantly([call])
        let (_, refund) = try await world.file.write { transaction in
            try driver.beginRefund(of: payment.id, amountMinor: 50_00, reason: nil, in: transaction)
        }
        try await driver.executeTolerantly([refund])
        let entries = try await Self.journal(world)
        #expect(Self.sum(entries, .gifts) == -gift.total.minorUnits)
        #expect(Self.sum(entries, .serviceIncome) == -200_00)
        #expect(Self.sum(entries, .refunds) == 50_00)
        let service = entries.filter { $0.lines.contains { $0.account == .serviceIncome } }
        #expect(service.count == 1 && service.allSatisfy { $0.gift == nil })
        #expect(service.flatMap(\.lines).allSatisfy { $0.fund == nil })
    }

    @Test("a journal period has its own entries, and all periods together have each entry once")
    func periods() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for _ in 0..<5 {
            _ = try await world.giving.give(.to())
            world.clock.advance(seconds: 86_400)
        }
        let all = try await Self.journal(world)
        let middle = GivingWorld.start.adding(seconds: 2 * 86_400)
        let (before, after) = (
            try await Self.journal(world, in: Timestamp.earliest..<middle),
            try await Self.journal(world, in: middle..<Timestamp.latest)
        )
        #expect(all.count == 5 && before.count == 2 && before + after == all)
    }

    @Test("reads on after a page whose postings do not change the organization's money")
    func goesOn() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let first = try await world.giving.give(.to())
        let (account, now) = (try await world.account(), world.clock.now)
        try await world.file.write { transaction in
            for number in 1...7 {
                let entries = [500, -500].map { LedgerEntry(.payee(account), Money($0, .usd)) }
                try transaction.post(
                    Posting(.correction, "to and fro \(number)", payment: nil, entries), at: now)
            }
        }
        let second = try await world.giving.give(.to())
        #expect(try await Self.journal(world).compactMap(\.gift) == [first.id, second.id])
    }
}

/// The payment policy of another product. It does nothing.
private struct ServicePolicy: PaymentPolicy {
    func changed(_ payment: Payment, at time: Timestamp, in transaction: Transaction) {}
    func changed(_ schedule: Schedule, at time: Timestamp, in transaction: Transaction) {}
    func occurrence(of schedule: Schedule, isFirst: Bool, at time: Timestamp, in transaction: Transaction)
        -> String
    {
        ""
    }
}
