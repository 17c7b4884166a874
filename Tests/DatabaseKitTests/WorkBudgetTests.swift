import DatabaseKit
import Synchronization
import Testing

/// The time limit of due work.
@Suite struct WorkBudgetTests {
    @Test("a budget is spent after its time and its first steps")
    func spent() {
        #expect(!WorkBudget.isSpent)
        let clock = Mutex(Duration.zero)
        let budget = WorkBudget(.milliseconds(50), least: 2, now: { clock.withLock { $0 } })
        WorkBudget.$current.withValue(budget) {
            #expect(!WorkBudget.isSpent)
            clock.withLock { $0 = .milliseconds(50) }
            #expect(!WorkBudget.isSpent)
            #expect(WorkBudget.isSpent)
            clock.withLock { $0 = .milliseconds(49) }
            #expect(!WorkBudget.isSpent)
        }
        #expect(!WorkBudget.isSpent)
    }

    @Test("a list is worked on until the budget is spent")
    func list() async throws {
        let scratch = Scratch()
        let file = try scratch.open()
        try await file.write { try $0.add(upTo: 9) }
        let count = try await WorkBudget.$current.withValue(WorkBudget(.zero, least: 4, now: { .zero })) {
            try await file.forEach(of: { transaction, after, limit in
                try transaction.numbers().map(String.init).filter { $0 > after }.prefix(limit).map { $0 }
            }) { _ in }
        }
        #expect(count == 4)
    }
}
