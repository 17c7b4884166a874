import DatabaseKit
import Giving
import MoneyKit
import TestSupport
import Testing
import TimeKit

@testable import TapServer

/// When a stream says what.
@Suite struct LiveReaderTests {
    private static func reader(after known: LiveCursor?) async throws -> LiveReader {
        let found = try await SiteBench.with { try await $0.file.read { try $0.organization("Grace") } }
        let organization = try #require(found)
        return LiveReader(view: LiveView(organization: organization, showsSeats: false), after: known)
    }

    private static func log(gifts: Int...) -> LiveLog {
        var log = LiveLog(random: { 0x5F })
        for count in gifts {
            log.take(LiveSnapshot(rows: [], today: LiveToday(gifts: count, sums: [], taps: 0)))
        }
        return log
    }

    @Test("the first thing says that it is open; then nothing, until 15 seconds of silence are over")
    func heartbeat() async throws {
        var reader = try await Self.reader(after: LiveCursor(log: 0x5F, number: 0))
        let log = Self.log(gifts: 0)
        for (second, text) in [
            (100.0, "retry: 2000\n\n:\n\n"), (100.5, nil), (114.5, nil), (115.0, ":\n\n"), (115.5, nil),
            (129.9, nil),
            (131.0, ":\n\n"),
        ] {
            let said = reader.next(in: log, at: .seconds(second))
            #expect(said == text, "\(second)")
        }
    }

    @Test("news are sent immediately and only once, and delay the next heartbeat")
    func news() async throws {
        var reader = try await Self.reader(after: nil)
        var said: [String?] = []
        for (second, log) in [
            (0, Self.log(gifts: 0)), (14, Self.log(gifts: 0, 1, 2)), (28.9, Self.log(gifts: 0, 1, 2)),
            (29, Self.log(gifts: 0, 1, 2)),
        ] {
            said.append(reader.next(in: log, at: .seconds(second)))
        }
        #expect(said[0]?.hasPrefix("retry: 2000\n\nid: 5f-0\nevent: all\ndata: <ul class=\"cards\"") == true)
        let ids = said[1]?.split(separator: "\n").filter { $0.hasPrefix("id: ") || $0.hasPrefix("event: ") }
        #expect(ids == ["id: 5f-1", "event: today", "id: 5f-2", "event: today"])
        #expect(said[2...] == [nil, ":\n\n"])
    }

    @Test("a client that does not read in time is disconnected, and one that does is not")
    func patience() async throws {
        let (late, told) = AsyncStream<Void>.makeStream()
        try await Deadline(limit: .seconds(10), pause: { #expect($0 == .seconds(10)) }).wait(late: {
            told.finish()
        }) {
            for await _ in late {}
        }
        let (waiting, began) = AsyncStream<Void>.makeStream()
        let (over, ended) = AsyncStream<Void>.makeStream()
        let patient = Deadline(limit: .seconds(10)) { _ in
            defer { ended.finish() }
            began.finish()
            // Nothing comes: it waits until it is canceled.
            for await _ in AsyncStream<Void>.makeStream().stream {}
        }
        try await patient.wait(late: { Issue.record("nobody was late") }) { for await _ in waiting {} }
        for await _ in over {}
    }
}
