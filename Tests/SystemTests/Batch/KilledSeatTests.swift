import DatabaseKit
import Foundation
import TagDumps
import TagKit
import TagRegistry
import TagSimulator
import TestSupport
import Testing

/// Kills the real program at each journal entry about tags that already have seats. These entries are written
/// during an audit walk, when a tag is replaced, and when all tags are locked permanently.
@Suite(.serialized) struct KilledSeatTests {
    static let seats = 4

    @Test(
        "a walk that is killed at its journal goes on, and sees every seat",
        arguments: JournalKiller.Moment.allCases)
    func walk(moment: JournalKiller.Moment) async throws {
        try await Self.withSeats(protect: "none") { scratch, killer in
            let audit = ["tapctl", "audit", "Main", "--reader", "sim:box", "--wait", "1", "--data", "data"]
            let end = try await killer.run(
                audit, in: scratch.folder, killing: .init(kind: .audited, moment: moment), passing: 1)
            #expect(end.killed?.moment == moment, "\(end.exitCode) \(end.lines)")
            try await killer.disarm()
            let seen = moment == .within ? 1 : 2
            #expect(try await Self.entries(.audited, killer) == seen, "what was seen is kept")
            let rest = try await killer.run(audit + ["--continue"], in: scratch.folder)
            #expect(rest.exitCode == 0, "\(rest.lines)")
            #expect(try await Self.entries(.audited, killer) == seen + Self.seats)
        }
    }

    @Test(
        "a seat whose tag is replaced has its old one or, once it is read back, the new one",
        arguments: JournalKiller.Moment.allCases)
    func replace(moment: JournalKiller.Moment) async throws {
        try await Self.withSeats { scratch, killer in
            let new = try #require(TagImage.factory(product: "NTAG213", uid: Self.uid(99))).signedBySimulator
            try Data(new.contents(as: .flipper)).write(to: scratch.folder.appending(path: "new.nfc"))
            let replace = [
                "tapctl", "tag", "replace", "Seat 2", "--batch", "Main", "--reader", "sim:new.nfc", "--data",
                "data",
            ]
            // The seat gets its new tag in one transaction. Its last entry marks the tag as verified.
            let kind = moment == .within ? JournalEntry.Kind.replaced : .verified
            let end = try await killer.run(
                replace, in: scratch.folder, killing: .init(kind: kind, moment: moment))
            #expect(end.killed?.moment == moment, "\(end.exitCode) \(end.lines)")
            try await killer.disarm()
            let row = try await killer.read { try $0.knownRow(TagPlace(batch: "Main", row: 2)) }
            #expect(row.uid == hexUID(Self.uid(moment == .within ? 2 : 99)))
            let again = try await killer.run(replace, in: scratch.folder)
            #expect(again.exitCode == 0, "\(again.lines)")
            let (after, old) = try await killer.read { transaction in
                (
                    try transaction.knownRow(TagPlace(batch: "Main", row: 2)),
                    try transaction.knownTag(hexUID(Self.uid(2)))
                )
            }
            #expect(after.state == .verified && after.uid == hexUID(Self.uid(99)))
            #expect(old.place == nil)
        }
    }

    @Test(
        "a second pass that is killed at each of its journal writes locks each tag, and none without the tap")
    func lock() async throws {
        try await Self.withSeats { scratch, killer in
            let lock = [
                "tapctl", "batch", "lock", "Main", "--yes", "--canary-ok", hexUID(Self.uid(1)), "--reader",
                "sim:box", "--wait", "1", "--data", "data",
            ]
            for kind in [JournalEntry.Kind.canaryConfirmed, .locking, .locked] {
                for moment in JournalKiller.Moment.allCases {
                    let end = try await killer.run(
                        lock, in: scratch.folder, killing: .init(kind: kind, moment: moment))
                    #expect(end.killed?.moment == moment, "\(kind): \(end.exitCode) \(end.lines)")
                    try await killer.disarm()
                    try await Self.checkLocks(scratch, killer)
                }
            }
            let rest = try await killer.run(lock, in: scratch.folder)
            #expect(rest.exitCode == 0, "\(rest.lines)")
            let tags = try await killer.read { try $0.tags(of: "Main", after: nil, limit: 10) }
            #expect(tags.count == Self.seats && tags.allSatisfy { $0.lock == .permanent })
            // All pages from 3 on.
            #expect(try Self.lockBytes(in: scratch).values.allSatisfy { $0 == [0xF8, 0xFF] })
        }
    }

    /// No lock bit is set on a tag unless the journal says that the tag is being locked.
    private static func checkLocks(_ scratch: Scratch, _ killer: JournalKiller) async throws {
        for (uid, bits) in try lockBytes(in: scratch) where bits != [0, 0] {
            let tag = try await killer.read { try $0.knownTag(uid) }
            #expect(tag.lock == .locking || tag.lock == .permanent, "\(uid)")
        }
    }

    /// The static lock bytes of the tags in the box, by UID.
    private static func lockBytes(in scratch: Scratch) throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for number in 1...seats {
            let path = scratch.folder.appending(path: "box/tag-\(number).nfc")
            let image = try TagImage(reading: Array(Data(contentsOf: path)), named: path.path)
            guard case .pages(let pages) = image.memory, let page = pages[2] else { continue }
            found[hexUID(image.uid)] = Array(page[2...])
        }
        return found
    }

    private static func uid(_ number: Int) -> [UInt8] { [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, UInt8(number)] }

    private static func entries(_ kind: JournalEntry.Kind, _ killer: JournalKiller) async throws -> Int {
        try await killer.read { try $0.journalCount(batch: "Main", kind: kind) }
    }

    /// Creates a batch whose seats all have tags, and runs `body`. The batch is usually to be locked
    /// permanently.
    private static func withSeats(
        protect: String = "permanent", _ body: (Scratch, JournalKiller) async throws -> Void
    ) async throws {
        try await Scratch.with { scratch in
            let made = try await scratch.run(
                """
                tapctl batch new Main --count \(seats) --place Seat --url https://church.example/give \
                --protect \(protect) --data data && \
                tapctl sim tag new box/ --count \(seats) --uid \(hexUID(uid(1))) && \
                tapctl batch run Main --reader sim:box --wait 1 --data data
                """)
            try #require(made.exitCode == 0, "\(made.standardError)")
            try await body(
                scratch, JournalKiller(batch: "Main", data: scratch.folder.appending(path: "data")))
        }
    }
}
