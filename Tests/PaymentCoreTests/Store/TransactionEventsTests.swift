import DatabaseKit
import Testing
import TimeKit

@testable import PaymentCore

/// Counts the statements of a transaction instead of running them.
private final class CountingRunner: StatementRunner {
    /// The number of statements that a server could receive together with later ones.
    var queued = 0
    /// The number of statements that wait for the server's response.
    var awaited = 0
    let slot: Int64 = 0

    func begin(_ sql: String, _ values: StatementValues) throws -> any RowCursor {
        awaited += 1
        throw CancellationError()
    }

    func run(_ sql: String, _ values: StatementValues) throws { queued += 1 }

    func prefetch(_ sql: String, _ values: StatementValues) throws { queued += 1 }

    func changedRows(_ sql: String, _ values: StatementValues) throws -> Int {
        awaited += 1
        return 1
    }
}

@Suite struct TransactionEventsTests {
    private static let now = Timestamp(seconds: 1_795_262_400)

    @Test("the ids of many events are stored without waiting for a response to each statement")
    func several() throws {
        let runner = CountingRunner()
        let events = (1...200).map { "evt_\($0)" }
        try Transaction(runner: runner).remember(events: events, at: Self.now)
        #expect(runner.queued == 200 && runner.awaited == 0)
    }

    @Test("storing the id of one event waits for the response, which states whether the id is new")
    func single() throws {
        let runner = CountingRunner()
        #expect(try Transaction(runner: runner).remember(event: "evt_1", at: Self.now))
        #expect(runner.queued == 0 && runner.awaited == 1)
    }
}
