import DatabaseKit
import Foundation
import Giving
import PostgresKit
import SimulationKit
import TapServer
import TestSupport
import Testing
import TimeKit

/// The e-mails of two servers with one database.
@Suite(.postgres, .timeLimit(.minutes(2))) struct LetterTableTests {
    /// Two servers' outboxes, on a virtual clock.
    private struct Bench {
        let clock = VirtualClock(at: Timestamp(seconds: 1_767_517_200))
        let databases: [PostgresKit.PostgresDatabase]
        let outboxes: [LetterTable]

        init() async throws {
            let address = try await PostgresServer.shared().makeDatabase().connection
            var databases: [PostgresKit.PostgresDatabase] = []
            for _ in 0..<2 {
                databases.append(
                    try await .open(
                        try PostgresSettings(address),
                        migrations: try PostgresMigration.all(LetterMigrations.all)))
            }
            let clock = clock.wallClock
            self.databases = databases
            outboxes = databases.map { database in
                LetterTable(
                    on: database, clock: clock, random: { .random(in: .min ... .max) },
                    pause: { _ in throw CancellationError() })
            }
        }

        func letter(_ id: String, to address: String = "donor@example.org") -> EmailMessage {
            EmailMessage(
                id: id, from: "no-reply@example.org", to: address, subject: "A receipt", date: clock.now,
                lines: ["Thank you."])
        }

        func close() async { for database in databases { await database.close() } }
    }

    @Test("one of two servers claims each e-mail, and a sent one is gone for both")
    func once() async throws {
        let bench = try await Bench()
        try await Cluster.rounds(1) { _ in
            for number in 1...10 {
                try await bench.outboxes[number % 2].send(bench.letter("note_\(number)"))
            }
            // The same notice, written again.
            try await bench.outboxes[0].send(bench.letter("note_1"))
            let names = try await bench.outboxes[1].letters()
            #expect(names.count == 10)
            let sent = try await withThrowingTaskGroup(of: Int.self) { group in
                for caller in 0..<(isFullRun ? 64 : 2) {
                    for name in names {
                        group.addTask {
                            guard let letter = try await bench.outboxes[caller % 2].claim(name) else {
                                return 0
                            }
                            #expect(String(decoding: letter.message, as: UTF8.self).contains("Thank you."))
                            return await letter.remove() ? 1 : 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(sent == 10)
            #expect(try await bench.outboxes[0].letters().isEmpty)
        }
        await bench.close()
    }

    @Test("another server takes over an e-mail after a minute, with the number of attempts")
    func takeover() async throws {
        let bench = try await Bench()
        try await bench.outboxes[0].send(bench.letter("link_1"))
        let first = try #require(try await bench.outboxes[0].claim("link_1.eml"))
        await first.release(after: (tries: 1, next: bench.clock.now.adding(seconds: 10)))
        #expect(try await bench.outboxes[1].letters().isEmpty)
        bench.clock.advance(seconds: 10)
        let second = try #require(try await bench.outboxes[0].claim("link_1.eml"))
        #expect(second.tries == 1)
        bench.clock.advance(seconds: 59)
        #expect(try await bench.outboxes[1].claim("link_1.eml") == nil)
        bench.clock.advance(seconds: 1)
        #expect(try await bench.outboxes[1].letters() == ["link_1.eml"])
        let third = try #require(try await bench.outboxes[1].claim("link_1.eml"))
        // The first holder no longer removes the e-mail of the second.
        await second.release(after: nil)
        #expect(try await bench.outboxes[0].letters().isEmpty)
        await third.release(after: (tries: 5, next: nil))
        bench.clock.advance(seconds: 86_400)
        #expect(try await bench.outboxes[0].letters().isEmpty)
        await bench.close()
    }

    @Test("forgetting a donor removes the e-mails of all servers to the address, and no others")
    func forgotten() async throws {
        let bench = try await Bench()
        for (number, address) in ["Donor@Example.org", "donor@example.org", "b@example.org"].enumerated() {
            try await bench.outboxes[number % 2].send(bench.letter("note_\(number)", to: address))
        }
        let held = try #require(try await bench.outboxes[1].claim("note_0.eml"))
        try await bench.outboxes[0].removeLetters(to: try #require(EmailAddress("DONOR@example.org")))
        #expect(try await bench.outboxes[1].letters() == ["note_2.eml"])
        await held.release(after: (tries: 1, next: bench.clock.now))
        #expect(try await bench.outboxes[1].letters() == ["note_2.eml"])
        bench.clock.advance(seconds: 1)
        try await bench.outboxes[1].removeLetters(writtenBefore: bench.clock.now)
        #expect(try await bench.outboxes[0].letters().isEmpty)
        await bench.close()
    }
}
