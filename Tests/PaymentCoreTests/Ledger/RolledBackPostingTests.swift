import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Testing

@testable import PaymentCore

@Suite struct RolledBackPostingTests {
    private struct Failure: Error {}

    @Test("a posting that was rolled back is not missed, even if its number is not assigned again")
    func isNotMissed() async throws {
        let bench = try MoneyBench(PaymentMigrations.all, seed: 1)
        defer { bench.remove() }
        for number in 1...4 {
            let posting = try Posting(
                .correction, "txn_\(number)", payment: nil,
                [LedgerEntry(.processor, Money(500, .usd)), LedgerEntry(.feeRevenue, Money(-500, .usd))])
            let isRolledBack = number.isMultiple(of: 2)
            do {
                try await bench.file.write { transaction in
                    try transaction.post(posting, at: MoneyBench.start)
                    #expect(try transaction.balance(of: .processor, in: .usd) > 0)
                    if isRolledBack { throw Failure() }
                }
            } catch is Failure {}
        }
        let check = try await bench.file.read { try $0.ledgerCheck() }
        #expect(check.postings == 2 && check.problems == [])
    }
}
