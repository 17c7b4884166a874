import DatabaseKit
import Foundation
import Giving
import Synchronization
import Testing
import TimeKit

@testable import TapServer

/// Letters in a table, which two servers deliver on a clock that is set.
@Suite struct LetterTableTests {
    private final class Bench: Sendable {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "letters-\(UUID().uuidString).sqlite").path
        let time = Mutex(SiteBench.start)
        let answers = Mutex<[SMTPFailure]>([])
        let events = Mutex<[DeliveryEvent]>([])
        let taken = Mutex<[String]>([])
        let file: DatabaseFile

        init() throws { file = try DatabaseFile.open(at: path, migrations: LetterMigrations.all) }

        deinit {
            try? file.close()
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }

        var clock: WallClock { WallClock { self.time.withLock { $0 } } }
        func pass(_ seconds: Int64) { time.withLock { $0 = $0.adding(seconds: seconds) } }

        func outbox() -> LetterTable {
            LetterTable(on: file, clock: clock, random: { .random(in: .min ... .max) })
        }

        func delivery() -> EmailDelivery {
            EmailDelivery(
                of: outbox(), clock: clock,
                hand: { envelope throws(SMTPFailure) in
                    let failure = self.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                    if let failure { throw failure }
                    self.taken.withLock { $0.append(envelope.recipient) }
                }, report: { event in self.events.withLock { $0.append(event) } })
        }
    }

    @Test("two servers try a letter as often as one")
    func tries() async throws {
        let bench = try Bench()
        bench.answers.withLock { $0 = Array(repeating: SMTPFailure(.unreachable), count: 20) }
        try await bench.outbox().send(EmailMessageTests.letter)
        let servers = [bench.delivery(), bench.delivery()]
        for pause: Int64 in [10, 30, 90, 270, 100] {
            for server in servers.shuffled() { await server.deliverDue(.link) }
            bench.pass(pause)
        }
        #expect(bench.events.withLock { $0.map(\.pauseSeconds) } == [10, 30, 90, 270, nil])
        #expect(bench.events.withLock { $0.map(\.tries) } == [1, 2, 3, 4, 5])
    }

    @Test("a letter is sent once, and a link and a receipt have their own limits")
    func once() async throws {
        let bench = try Bench()
        var receipt = EmailMessageTests.letter
        (receipt.id, receipt.to) = ("note_1", "receipt@example.org")
        try await bench.outbox().send(receipt)
        try await bench.outbox().send(EmailMessageTests.letter)
        let servers = [bench.delivery(), bench.delivery()]
        await servers[0].deliverDue(.link)
        #expect(bench.taken.withLock(\.self) == ["donor@example.org"])
        for server in servers {
            await server.deliverDue(.link)
            await server.deliverDue(.other)
        }
        #expect(bench.taken.withLock(\.self) == ["donor@example.org", "receipt@example.org"])
        #expect(try await bench.outbox().letters().isEmpty)
    }

    @Test("the first error of the database is reported, and reported again after it worked")
    func failing() async throws {
        let bench = try Bench()
        let errors = Atomic(0)
        let delivery = EmailDelivery(
            of: bench.outbox(), clock: bench.clock, hand: { _ throws(SMTPFailure) in }, report: { _ in },
            failed: { _ in errors.add(1, ordering: .relaxed) })
        try bench.file.close()
        for _ in 1...3 { await delivery.deliverDue(.other) }
        #expect(errors.load(ordering: .relaxed) == 1)
    }
}
