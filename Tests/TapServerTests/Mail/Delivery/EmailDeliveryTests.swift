import Foundation
import Giving
import Synchronization
import Testing
import TimeKit

@testable import TapServer

/// Letters out of the outbox, on a clock that is set.
@Suite struct EmailDeliveryTests {
    /// A folder, a clock, and a mail server with scripted replies; by default it accepts everything.
    private final class Bench: Sendable {
        let folder = MailSpool(
            FileManager.default.temporaryDirectory.appending(path: "delivery-\(UUID().uuidString)").path)
        let time = Mutex(SiteBench.start)
        let answers = Mutex<[SMTPFailure]>([])
        let events = Mutex<[DeliveryEvent]>([])
        let taken = Mutex<[SMTPEnvelope]>([])

        deinit { try? FileManager.default.removeItem(atPath: folder.path) }

        func delivery() -> EmailDelivery {
            EmailDelivery(
                of: folder, clock: WallClock { self.time.withLock { $0 } },
                hand: { envelope throws(SMTPFailure) in
                    let failure = self.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                    if let failure { throw failure }
                    self.taken.withLock { $0.append(envelope) }
                }, report: { event in self.events.withLock { $0.append(event) } })
        }

        func pass(_ seconds: Int64) { time.withLock { $0 = $0.adding(seconds: seconds) } }
        func answer(_ failures: [SMTPFailure]) { answers.withLock { $0 = failures } }
        var told: [DeliveryEvent] { events.withLock { $0 } }
        var recipients: [String] { taken.withLock { $0.map(\.recipient) } }
    }

    @Test("a letter that was taken is gone from the outbox")
    func taken() async throws {
        let bench = Bench()
        try await bench.folder.send(EmailMessageTests.letter)
        await bench.delivery().deliverDue(.link)
        #expect(bench.recipients == ["donor@example.org"] && bench.folder.letters().isEmpty)
        #expect(bench.told.map(\.tries) == [1] && bench.told.allSatisfy { $0.failure == nil })
    }

    @Test("4xx, then accepted: tried again when its pause is over, and not before")
    func again() async throws {
        let bench = Bench()
        bench.answer([SMTPFailure(.refused, reply: 451)])
        try await bench.folder.send(EmailMessageTests.letter)
        let delivery = bench.delivery()
        await delivery.deliverDue(.link)
        bench.pass(9)
        await delivery.deliverDue(.link)
        #expect(bench.told.count == 1 && bench.recipients.isEmpty)
        bench.pass(1)
        await delivery.deliverDue(.link)
        #expect(bench.told.map(\.tries) == [1, 2] && bench.recipients.count == 1)
    }

    @Test("an e-mail that is never accepted is tried five times with growing pauses, and stays in the outbox")
    func givenUp() async throws {
        let bench = Bench()
        bench.answer(Array(repeating: SMTPFailure(.unreachable), count: 20))
        try await bench.folder.send(EmailMessageTests.letter)
        let delivery = bench.delivery()
        for pause: Int64 in [10, 30, 90, 270, 100, 100] {
            await delivery.deliverDue(.link)
            bench.pass(pause)
        }
        #expect(bench.told.map(\.pauseSeconds) == [10, 30, 90, 270, nil])
        #expect(bench.folder.letters() == ["link_1.eml"])
    }

    @Test("5xx for a letter is not asked twice, and the letter stays")
    func lasting() async throws {
        let bench = Bench()
        bench.answer([SMTPFailure(.refused, reply: 550)])
        try await bench.folder.send(EmailMessageTests.letter)
        let delivery = bench.delivery()
        for _ in 1...3 {
            await delivery.deliverDue(.link)
            bench.pass(1000)
        }
        #expect(bench.told.map(\.pauseSeconds) == [nil] && bench.folder.letters().count == 1)
    }

    @Test("a letter that another server has is left to it")
    func twoServers() async throws {
        let bench = Bench()
        try await bench.folder.send(EmailMessageTests.letter)
        let held = try #require(bench.folder.take("link_1.eml"))
        await bench.delivery().deliverDue(.link)
        #expect(bench.recipients.isEmpty)
        held.close()
        await bench.delivery().deliverDue(.link)
        #expect(bench.recipients.count == 1)
    }

    @Test("an e-mail that is older than its link is not sent, and reported once")
    func old() async throws {
        let bench = Bench()
        try await bench.folder.send(EmailMessageTests.letter)
        bench.pass(601)
        let delivery = bench.delivery()
        for _ in 1...3 { await delivery.deliverDue(.link) }
        #expect(bench.recipients.isEmpty && bench.folder.letters().count == 1)
        #expect(bench.told.map(\.failure?.code) == [.tooOld] && bench.told.map(\.tries) == [0])
    }

    @Test("an e-mail that was given up is removed from the outbox after 30 days, and not before")
    func removed() async throws {
        let bench = Bench()
        bench.answer([SMTPFailure(.refused, reply: 550)])
        try await bench.folder.send(EmailMessageTests.letter)
        let delivery = bench.delivery()
        await delivery.deliverDue(.link)
        bench.pass(30 * 86_400)
        await delivery.removeOld()
        #expect(bench.folder.letters() == ["link_1.eml"])
        bench.pass(1)
        var later = EmailMessageTests.letter
        (later.id, later.date) = ("link_2", bench.time.withLock { $0 })
        try await bench.folder.send(later)
        await delivery.removeOld()
        #expect(bench.folder.letters() == ["link_2.eml"])
    }

    @Test("the log identifies an e-mail by its file, and contains no address")
    func told() async throws {
        let bench = Bench()
        bench.answer([SMTPFailure(.refused, reply: 550)])
        try await bench.folder.send(EmailMessageTests.letter)
        await bench.delivery().deliverDue(.link)
        let said = bench.told.map { "\($0) \($0.failure?.reason ?? "")" }.joined()
        #expect(said.contains("link_1.eml") && said.contains("550") && !said.contains("@"))
    }

    @Test("a receipt is tried for three days: soon, then every hour")
    func receipt() async throws {
        let bench = Bench()
        bench.answer(Array(repeating: SMTPFailure(.unreachable), count: 200))
        var receipt = EmailMessageTests.letter
        receipt.id = "note_1"
        try await bench.folder.send(receipt)
        let delivery = bench.delivery()
        for _ in 1...3 * 24 * 60 {
            await delivery.deliverDue(.other)
            bench.pass(60)
        }
        #expect(bench.told.prefix(7).map(\.pauseSeconds) == [10, 30, 90, 270, 810, 2_430, 3_600])
        #expect(bench.told.count > 70 && bench.told.dropLast().allSatisfy { $0.pauseSeconds ?? 0 <= 3_600 })
        bench.pass(3_600)
        bench.answer([])
        await delivery.deliverDue(.other)
        #expect(bench.recipients.isEmpty && bench.told.last?.failure?.code == .tooOld)
        #expect(bench.folder.letters() == ["note_1.eml"])
    }

    @Test("letters to an address that is forgotten go, and no others")
    func forgotten() async throws {
        let bench = Bench()
        for (number, address) in ["Donor@Example.org", "donor@example.org", "b@example.org"].enumerated() {
            var letter = EmailMessageTests.letter
            (letter.id, letter.to) = ("note_\(number)", address)
            try await bench.folder.send(letter)
        }
        // One is on its way, and of one a crash has left the beginning.
        let held = try #require(bench.folder.take("note_0.eml"))
        defer { held.close() }
        let rest = "\(bench.folder.path)/.note_3.new"
        try Data(EmailMessageTests.letter.message.utf8).write(to: URL(filePath: rest))
        try bench.folder.removeLetters(to: try #require(EmailAddress("DONOR@example.org")))
        #expect(bench.folder.letters() == ["note_2.eml"])
        #expect(!FileManager.default.fileExists(atPath: rest))
    }

    @Test("a link waits for no receipt")
    func links() async throws {
        let bench = Bench()
        var receipt = EmailMessageTests.letter
        (receipt.id, receipt.to) = ("note_1", "receipt@example.org")
        try await bench.folder.send(receipt)
        try await bench.folder.send(EmailMessageTests.letter)
        let (taken, take) = AsyncStream<String>.makeStream()
        let delivery = EmailDelivery(
            of: bench.folder, clock: WallClock { SiteBench.start },
            hand: { envelope throws(SMTPFailure) in
                // A mail server that is silent until the client gives up.
                if envelope.recipient.hasPrefix("receipt") {
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                }
                take.yield(envelope.recipient)
            }, report: { _ in })
        let work = Task { await delivery.work() }
        #expect(await taken.first { _ in true } == "donor@example.org")
        work.cancel()
        await work.value
    }
}
