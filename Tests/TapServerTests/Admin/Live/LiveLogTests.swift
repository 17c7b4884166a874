import Giving
import MoneyKit
import SimulationKit
import Synchronization
import TestSupport
import Testing
import TimeKit

@testable import TapServer

/// The events that followers of a log receive.
@Suite struct LiveLogTests {
    /// A log with the number 1, and 2 after it restarted.
    private static func log() -> LiveLog {
        let last = Mutex<UInt64>(0)
        return LiveLog(random: {
            last.withLock {
                $0 += 1; return $0
            }
        })
    }

    private static func gift(_ number: Int, _ status: Gift.Status = .succeeded, at second: Int64? = nil)
        -> LiveRow
    {
        LiveRow(
            id: "gift_\(number)", time: Timestamp(seconds: second ?? Int64(number)), day: nil,
            kind: .gift(Money(5_000, .usd), isMonthly: false, status), fund: nil, seat: nil)
    }

    private static func snapshot(_ rows: [LiveRow], gifts: Int = 0) -> LiveSnapshot {
        LiveSnapshot(
            rows: Array(rows.sorted { $0.order > $1.order }.prefix(LiveSnapshot.mostRows)),
            today: LiveToday(gifts: gifts, sums: [], taps: 0))
    }

    @Test(
        "a new client gets everything, a current one nothing, and any other the rest, oldest first"
    )
    func news() throws {
        var log = Self.log()
        #expect(log.news(after: nil) == .none)
        log.take(Self.snapshot([Self.gift(1)]))
        let start = log.cursor
        #expect(log.news(after: nil) == .all(start, Self.snapshot([Self.gift(1)])))
        #expect(log.news(after: start) == .none)
        log.take(Self.snapshot([Self.gift(1), Self.gift(2), Self.gift(3, .processing)], gifts: 1))
        log.take(Self.snapshot([Self.gift(1), Self.gift(2), Self.gift(3)], gifts: 2))
        let all: [LiveLog.Change] = [
            .row(Self.gift(2)), .row(Self.gift(3, .processing)),
            .today(LiveToday(gifts: 1, sums: [], taps: 0)),
            .row(Self.gift(3)), .today(LiveToday(gifts: 2, sums: [], taps: 0)),
        ]
        for known in 0..<all.count {
            let entries = (known..<all.count).map {
                LiveLog.Entry(cursor: LiveCursor(log: start.log, number: $0 + 1), change: all[$0])
            }
            #expect(log.news(after: LiveCursor(log: start.log, number: known)) == .changes(entries))
        }
    }

    @Test("a client from another log, ahead of it or too far back gets the whole list")
    func reset() {
        var log = Self.log()
        for number in 0...LiveLog.longest + 1 { log.take(Self.snapshot([Self.gift(1)], gifts: number)) }
        let (end, all) = (log.cursor, LiveLog.News.all(log.cursor, Self.snapshot([Self.gift(1)], gifts: 201)))
        #expect(end.number == LiveLog.longest + 1)
        for known in [
            LiveCursor(log: end.log + 1, number: end.number),
            LiveCursor(log: end.log, number: end.number + 1),
            LiveCursor(log: end.log, number: 0), LiveCursor(log: end.log, number: .max),
        ] {
            #expect(log.news(after: known) == all, "\(known.text)")
        }
        guard case .changes(let entries) = log.news(after: LiveCursor(log: end.log, number: 1)) else {
            Issue.record("the oldest place that is kept is not known")
            return
        }
        #expect(entries.count == LiveLog.longest)
    }

    @Test("if more events arrive at once than the page shows, the log restarts")
    func gap() {
        var log = Self.log()
        log.take(Self.snapshot((0..<10).map { Self.gift($0) }))
        let before = log.cursor
        log.take(Self.snapshot((0..<59).map { Self.gift($0) }))
        #expect(log.cursor.log == before.log, "one row of those before is still shown")
        log.take(Self.snapshot((59..<109).map { Self.gift($0) }))
        #expect(log.cursor.log != before.log && log.cursor.number == 0)
        #expect(log.news(after: before) == .all(log.cursor, Self.snapshot((59..<109).map { Self.gift($0) })))
    }

    @Test(
        "whatever comes and wherever a client stopped, it ends with what there is", arguments: fewerSeeds)
    func replay(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (log, rows) = (Self.log(), [LiveRow]())
        var clients: [(known: LiveCursor?, shown: LiveSnapshot)] = []
        for step in 0..<25 {
            for _ in 0..<Int.random(in: 0...(step % 9 == 7 ? 60 : 4), using: &random) {
                // Some come late, and take their place among those of their second.
                let late = Bool.random(using: &random) ? Int64.random(in: 0...200, using: &random) : 0
                rows.append(Self.gift(rows.count, .processing, at: Int64(rows.count) * 10 - late))
            }
            for _ in 0..<3 where !rows.isEmpty {
                let index = Int.random(in: 0..<rows.count, using: &random)
                rows[index] = Self.gift(index, .succeeded, at: rows[index].time.seconds)
            }
            log.take(Self.snapshot(rows, gifts: rows.count))
            clients.append((nil, Self.snapshot([])))
            for index in clients.indices where Int.random(in: 0..<5, using: &random) == 0 {
                clients[index] = Self.told(log.news(after: clients[index].known), clients[index])
            }
        }
        for client in clients {
            #expect(Self.told(log.news(after: client.known), client).shown == log.snapshot, "seed \(seed)")
        }
    }

    /// A client as the script is one: each row once by its id, in its order, and no more than are shown.
    private static func told(
        _ news: LiveLog.News, _ client: (known: LiveCursor?, shown: LiveSnapshot)
    ) -> (known: LiveCursor?, shown: LiveSnapshot) {
        var client = client
        switch news {
        case .none: break
        case .all(let cursor, let snapshot): client = (cursor, snapshot)
        case .changes(let entries):
            for entry in entries {
                client.known = entry.cursor
                switch entry.change {
                case .today(let today): client.shown.today = today
                case .row(let row):
                    let rows = client.shown.rows.filter { $0.id != row.id } + [row]
                    client.shown = LiveSnapshot(rows: snapshot(rows).rows, today: client.shown.today)
                }
            }
        }
        return client
    }
}
