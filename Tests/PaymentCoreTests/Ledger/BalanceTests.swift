import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import PaymentCore

/// Balances, and counts of changed rows.
@Suite struct BalanceTests {
    @Test("a posting that names an account several times changes its balance by the sum")
    func sums() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        let time = bench.clock.now
        let entries: [LedgerEntry] = [
            LedgerEntry(.processor, Money(500, .usd)), LedgerEntry(.payee("acct_1"), Money(-480, .usd)),
            LedgerEntry(.processor, Money(-30, .usd)), LedgerEntry(.feeRevenue, Money(-7, .usd)),
            LedgerEntry(.processor, Money(17, .usd)), LedgerEntry(.processor, Money(9, .eur)),
            LedgerEntry(.processor, Money(-9, .eur)),
        ]
        let postings = try ["pay_1", "pay_2"].map {
            try Posting(.charge, $0, payment: nil, entries)
        }
        try await bench.file.write { transaction in
            for posting in postings { try transaction.post(posting, at: time) }
        }
        try await bench.file.read { transaction throws in
            #expect(try transaction.balance(of: .processor, in: .usd) == 974)
            #expect(try transaction.balance(of: .payee("acct_1"), in: .usd) == -960)
            #expect(try transaction.balance(of: .feeRevenue, in: .usd) == -14)
            #expect(try transaction.balance(of: .feeRevenue, in: .eur) == 0)
            // The entries themselves stay separate, in their order.
            #expect(
                try transaction.postings(after: 0, limit: 9).map(\.posting.entries) == [entries, entries])
            // An account whose entries cancel out has a balance of zero.
            let zero = LedgerEntry(.processor, Money(0, .eur))
            #expect(try transaction.balances(prefix: "").contains(zero))
        }
    }

    @Test("a balance is the sum over its slots")
    func slots() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        let time = bench.clock.now
        let posting = try Posting(
            .correction, "txn_1", payment: nil,
            [
                LedgerEntry(.processor, Money(500, .usd)), LedgerEntry(.held("pay_1"), Money(-490, .usd)),
                LedgerEntry(.feeRevenue, Money(-10, .usd)),
            ])
        let (problems, balances) = try await bench.file.write { transaction in
            try transaction.post(posting, at: time)
            let before = try transaction.balances(prefix: "")
            // Moves a part of each balance to another slot. The part of the held money is higher than the whole.
            try transaction.run("UPDATE balance SET amount = amount - 700")
            try transaction.run("INSERT INTO balance SELECT account, currency, 100 + slot, 700 FROM balance")
            #expect(try transaction.balance(of: .processor, in: .usd) == 500)
            #expect(try transaction.balance(of: .held("pay_1"), in: .usd) == -490)
            #expect(try transaction.balances(prefix: "held:") == [posting.entries[1]])
            return (try transaction.ledgerCheck().problems, (before, try transaction.balances(prefix: "")))
        }
        #expect(problems == [])
        #expect(balances.0 == balances.1 && balances.0.count == 3)
        let wrong = try await bench.file.write { transaction in
            try transaction.run(
                "UPDATE balance SET amount = amount + 1 WHERE account = 'processor' AND slot >= 100")
            return try transaction.ledgerCheck().problems
        }
        #expect(
            wrong == ["the balance of processor is 501, but its entries sum to 500 (minor units of usd)"])
    }

    @Test("the changes of a posting are sorted, with each account and currency once")
    func sorted() throws {
        let posting = try Posting(
            .charge, "pay_1", payment: nil,
            [
                LedgerEntry(.processor, Money(3, .usd)), LedgerEntry(.feeRevenue, Money(-4, .usd)),
                LedgerEntry(.processor, Money(1, .usd)), LedgerEntry(.processor, Money(2, .eur)),
                LedgerEntry(.feeRevenue, Money(-2, .eur)),
            ])
        let changes = try posting.changes()
        let keys = changes.map { [$0.account.rawValue, $0.amount.currency.code] }
        #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(Set(keys).count == 4 && changes.count == 4)
        #expect(changes.contains(LedgerEntry(.processor, Money(4, .usd))))
    }

    @Test("the changes of a posting never overflow silently")
    func overflow() throws {
        let half = Int64.max / 2 + 1
        let posting = try Posting(
            .charge, "pay_1", payment: nil,
            [
                LedgerEntry(.processor, Money(half, .usd)), LedgerEntry(.feeRevenue, Money(-half, .usd)),
                LedgerEntry(.processor, Money(half, .usd)), LedgerEntry(.feeRevenue, Money(-half, .usd)),
            ])
        #expect(throws: MoneyError.self) { try posting.changes() }
    }

    @Test("an event is remembered once")
    func events() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        let time = bench.clock.now
        let isNew = try await bench.file.write { transaction in
            try ["evt_1", "evt_1", "evt_2"].map { try transaction.remember(event: $0, at: time) }
        }
        #expect(isNew == [true, false, true])
    }

    @Test("the time of a list never moves back")
    func cursor() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        for (seconds, expected) in [(50, 50), (70, 70), (60, 70)] as [(Int64, Int64)] {
            try await bench.file.write { try $0.setRead(.events, until: Timestamp(seconds: seconds)) }
            let read = try await bench.file.read { try $0.read(.events) }
            #expect(read == Timestamp(seconds: expected))
        }
    }

    @Test("a call is closed once")
    func calls() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        let call = ProcessorCall(
            id: "call_1", request: .payInvoice("in_1"), subject: .payment("pay_1"), created: bench.clock.now)
        let isClosed = try await bench.file.write { transaction in
            try transaction.open(call)
            return try ["call_2", "call_1", "call_1"].map { try transaction.close(call: $0) }
        }
        #expect(isClosed == [false, true, false])
    }

    @Test("withdrawing all links returns the number of links that were open")
    func links() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        let time = bench.clock.now
        let counts = try await bench.file.write { transaction in
            for hash in ["a", "b"] { try transaction.save(PageLink(hash: hash, to: .payee, "drv_1")) }
            return try (0..<2).map { _ in try transaction.withdrawAllPageLinks(at: time) }
        }
        #expect(counts == [2, 0])
    }

    @Test("payments are counted for any number of payees, each once")
    func paymentCounts() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        let payment = Payment.paid(total: 5000, fee: 175, processorFee: 175)
        let counts = try await bench.file.write { transaction in
            try transaction.save(payment)
            let many = (0..<2_500).map { "acct_x\($0)" }
            let lists: [[String]?] = [
                nil, [], ["acct_1"], ["acct_2", "acct_3"], ["acct_1"] + many + ["acct_1"],
            ]
            return try lists.map { try transaction.paymentCounts(ofPayees: $0).map(\.count) }
        }
        #expect(counts == [[1], [], [1], [], [1]])
    }
}
