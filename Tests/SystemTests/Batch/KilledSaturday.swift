import DatabaseKit
import Foundation
import SimulationKit
import TagRegistry
import TagSecurity
import TestSupport
import Testing

/// One simulated Saturday.
struct KilledSaturday {
    /// The entries that `batch run` and `batch undo` write into the journal of a batch with passwords.
    static let kinds: [JournalEntry.Kind] = [
        .begun, .written, .protecting, .protected, .verified, .setAside, .left, .released, .doubled, .undone,
    ]

    let scratch: Scratch
    let seats: Int
    var box: SaturdayBox
    let killer: JournalKiller
    let secret: BatchSecret
    /// The kills still to be made. A kill counts only if the data file then shows that it happened at the
    /// intended point.
    private(set) var pending = Self.kinds.flatMap { kind in
        JournalKiller.Moment.allCases.map { JournalKiller.Killing(kind: kind, moment: $0) }
    }
    /// The number of each event, by name.
    private(set) var counts: [String: Int] = [:]
    private var hasClones = false
    /// The last lines of the last run that was not killed during page writes.
    private var said = ""

    init(in scratch: Scratch, seats: Int, seed: UInt64) async throws {
        (self.scratch, self.seats) = (scratch, seats)
        let folder = scratch.folder.appending(path: "box")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        box = try await SaturdayBox(in: folder, tags: seats + max(24, seats / 5), seed: seed)
        killer = JournalKiller(batch: "Main", data: scratch.folder.appending(path: "data"))
        let table = (1...seats).map { "Seat \($0),\(Self.url($0))" }
        try Data(("seat,url\n" + table.joined(separator: "\n")).utf8).write(
            to: scratch.folder.appending(path: "seats.csv"))
        let made = try await scratch.run(
            "tapctl batch new Main --csv seats.csv --protect password --data data && tapctl secret new main.secret"
        )
        try #require(made.exitCode == 0, "\(made.standardError)")
        secret = try BatchSecret(path: scratch.folder.appending(path: "main.secret").path)
    }

    static func url(_ seat: Int) -> String { "https://church.example/give/woodlands/north/seat/\(seat)" }

    /// The events.
    var tally: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    // MARK: The work

    /// Presents tags until each seat has one, and until the program was killed during an undo and while it
    /// read a copy.
    mutating func work() async throws {
        var runs = 0
        while case let rows = try await rows(),
            case let written = rows.count(where: { $0.state == .verified }),
            written < seats || due([.undone, .doubled]) != nil
        {
            runs += 1
            try #require(runs < 100 + seats, "\(runs) runs, and \(pending) is left after \(tally)")
            try await addClones(rows)
            let kill = due([.undone])
            if written == seats || kill != nil && written > 8 && box.isOneIn(3) {
                // Undoes the last seat, too, if a copy must still be presented while a seat is open.
                try await undo(kill)
            }
            let now = try await self.rows()
            guard now.contains(where: { $0.state != .verified }) else { continue }
            try #require(!box.pile.isEmpty, "no tag is left after \(tally)")
            // The first seat that a begun tag gives up is met in a run that begins without an open one.
            let open = max(1, now.count { $0.state == .open })
            try await hold(box.next(due([.released]) == nil ? most : min(most, open)), now)
        }
    }

    /// The maximum number of tags shown to the reader in one run.
    private var most: Int { max(4, min(24, seats / 12)) }

    /// Puts copies of tags into the box after their originals have seats.
    private mutating func addClones(_ rows: [BatchRow]) async throws {
        let done = rows.filter { $0.state == .verified }.compactMap(\.uid)
        guard !hasClones, done.count > 4 else { return }
        hasClones = true
        for uid in done.prefix(3) {
            try await box.addClone(of: bytes(uid), at: box.draw(0...seats / 3))
        }
    }

    /// Presents some tags, one after another, and sorts them by the result.
    private mutating func hold(_ items: [SaturdayBox.Item], _ rows: [BatchRow]) async throws {
        let run = [
            "tapctl", "batch", "run", "Main", "--secret", "main.secret", "--sheet-printed", "--wait", "1",
            "--data", "data", "--reader", try box.reader(for: items, in: scratch.folder),
        ]
        let kill = killing(items, rows)
        let exitCode: Int32
        if kill == nil, !items[0].isPulled, box.isOneIn(2) {
            exitCode = try await killWithinWrites(run)
        } else {
            exitCode = try await end(of: run, kill)
        }
        if items[0].isPulled { count("pulled away") }
        if Self.readerFailed.contains(exitCode) { count("reader failed") }
        try #require(
            [0, 75, 137].contains(exitCode)
                || Self.readerFailed.contains(exitCode)
                    && counts["reader failed", default: 0] <= 8,
            "batch run ended with \(exitCode); \(said)")
        try await putAway(items, before: rows)
    }

    /// Runs the program, and kills it at an entry of the journal.
    private mutating func end(
        of arguments: [String], _ kill: JournalKiller.Killing?, passing: Int? = nil
    ) async throws -> Int32 {
        let isFrequent = kill.map { Self.frequent.contains($0.kind) } ?? false
        let end = try await killer.run(
            arguments, in: scratch.folder, killing: kill,
            passing: passing ?? (isFrequent ? box.draw(0...most / 3) : 0))
        if let killed = end.killed {
            pending.removeAll { $0 == killed }
            count("killed \(killed)")
        }
        said = end.lines.suffix(8).joined(separator: "\n")
        if end.exitCode == 137 { try await lookAround() }
        if kill != nil { try await killer.disarm() }
        return end.exitCode
    }

    /// Kills the program after it has written this many pages.
    private mutating func killWithinWrites(_ arguments: [String]) async throws -> Int32 {
        let writes = box.draw(1...60)
        let code = try FolderChanges.kill(
            Array(arguments.dropFirst()), after: writes, in: box.folder, startedIn: scratch.folder)
        guard code == nil else { return code ?? 0 }
        count("killed within page writes")
        try await lookAround()
        return 137
    }

    /// Runs the commands that a person would use after a kill to see what was lost.
    private func lookAround() async throws {
        let status = try await scratch.run("tapctl batch status Main --json --data data")
        #expect(status.exitCode == 0, "\(status.standardError)")
    }

    private mutating func undo(_ kill: JournalKiller.Killing?) async throws {
        let before = try await rows()
        let last = try await killer.read { try $0.lastVerified(of: "Main") }
        _ = try await end(of: ["tapctl", "batch", "undo", "Main", "--data", "data"], kill, passing: 0)
        let after = try await rows()
        if let last, after[last.number - 1].state == .open {
            count("taken back")
            if let item = box.items.first(where: { hexUID($0.uid) == last.uid && $0.isUsable }) {
                box.putBack(item)
            }
        } else {
            #expect(before == after, "an undo that was not kept has changed something")
        }
    }

    /// On a busy machine, a virtual reader may respond later than the 350 ms that libnfc waits. The command
    /// is then run again, as after a loose cable.
    private static let readerFailed: Set<Int32> = [69, 74, 76]

    private static let frequent: Set<JournalEntry.Kind> = [
        .begun, .written, .protecting, .protected, .verified,
    ]

    /// The points at which the program can be killed with these tags, rare ones first.
    private mutating func killing(
        _ items: [SaturdayBox.Item], _ rows: [BatchRow]
    ) -> JournalKiller.Killing? {
        var kinds: [JournalEntry.Kind] = []
        if items[0].isPulled { return due([.left]) }
        if !rows.contains(where: { $0.state == .open }) { kinds.append(.released) }
        if items.contains(where: { $0.kind == .clone }) { kinds.append(.doubled) }
        if items.contains(where: { ![.good, .counterfeit].contains($0.kind) }) { kinds.append(.setAside) }
        if let rare = due(kinds) { return rare }
        // With many seats, most are programmed without a kill.
        guard seats < 100 || !box.isOneIn(3) else { return nil }
        let left = Self.frequent.filter { due([$0]) != nil }.sorted { $0.rawValue < $1.rawValue }
        return left.isEmpty ? nil : due([left[box.draw(0...left.count - 1)]])
    }

    private func due(_ kinds: [JournalEntry.Kind]) -> JournalKiller.Killing? {
        for kind in kinds { if let kill = pending.first(where: { $0.kind == kind }) { return kill } }
        return nil
    }

    /// Removes finished and rejected tags from the pile. A started tag is presented again now, later or
    /// never.
    private mutating func putAway(_ items: [SaturdayBox.Item], before: [BatchRow]) async throws {
        let rows = try await rows()
        for (old, new) in zip(before, rows) where old.state == .verified {
            #expect(old == new, "\(old.seat) had its tag and has lost it; \(tally)")
        }
        let reasons = try await reasons()
        for item in items {
            let uid = hexUID(item.uid)
            let row = rows.first { $0.uid == uid }
            switch item.kind {
            case .good, .counterfeit:
                if row?.state == .verified {
                    box.pile.removeAll { $0.name == item.name }
                    if item.kind == .counterfeit { count("counterfeit") }
                } else if row != nil || item.isPulled {
                    box.putBack(item)
                }
            default:
                guard let wanted = SaturdayBox.reasons[item.kind] else { continue }
                let found = reasons[uid] ?? []
                if item.kind == .clone, due([.doubled]) != nil {
                    continue
                } else if !found.isDisjoint(with: wanted) {
                    box.pile.removeAll { $0.name == item.name }
                    count(item.kind.rawValue)
                } else if row != nil, item.kind == .dud {
                    box.putBack(item)
                }
            }
        }
    }

    private mutating func count(_ what: String) { counts[what, default: 0] += 1 }

    private func rows() async throws -> [BatchRow] { try await killer.read { try $0.allRows(of: "Main") } }

    /// The reason why each tag was rejected.
    func reasons() async throws -> [String: Set<String>] {
        let entries = try await killer.read { try $0.journal(batch: "Main", kind: .setAside, limit: 5_000) }
        return Dictionary(grouping: entries) { $0.uid ?? "" }.mapValues {
            Set($0.compactMap(\.failure?.code))
        }
    }
}

/// The bytes of a UID in hex.
private func bytes(_ uid: String) -> [UInt8] {
    stride(from: 0, to: uid.count, by: 2).compactMap { start in
        UInt8(uid.dropFirst(start).prefix(2), radix: 16)
    }
}
