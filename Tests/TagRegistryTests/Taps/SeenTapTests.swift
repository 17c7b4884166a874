import DatabaseKit
import Foundation
import TagRegistry
import TestSupport
import Testing
import TimeKit

@Suite struct SeenTapTests {
    @Test("a counter that is not greater than the greatest seen is a replay")
    func replays() async throws {
        let file = try RegistryFile()
        let taps = try await file.write { transaction in
            try [5, 5, 4, 6].enumerated().map { index, counter in
                try transaction.record(
                    SeenTap(
                        id: "tap_\(index)", uid: "04AA", evidence: .mirror, counter: counter, time: noon))
            }
        }
        #expect(taps.map(\.isReplay) == [false, true, true, false])
        let (kept, highest) = try await file.database.read { transaction in
            (
                try transaction.seenTaps(uid: "04AA", tagID: nil, limit: 9),
                try transaction.highestCounter(ofUID: "04AA", by: .mirror)
            )
        }
        #expect(kept == taps.reversed())
        #expect(highest == 6)
    }

    @Test("a typed mirror cannot make a proved tap a replay")
    func evidencesAreApart() async throws {
        let file = try RegistryFile()
        let proved = try await file.write { transaction in
            try transaction.record(
                SeenTap(id: "tap_1", uid: "04AA", evidence: .mirror, counter: 0xFFFFFF, time: noon))
            return try transaction.record(
                SeenTap(id: "tap_2", uid: "04AA", evidence: .sun, counter: 1, time: noon))
        }
        #expect(!proved.isReplay)
    }

    @Test(
        "S-6: a tap with an id of the clock is stored without a document, and read as it was saved",
        arguments: SeenTap.Evidence.allCases, [UInt32?.none, 0, 1 << 23, 0xFF_FFFF])
    func columns(evidence: SeenTap.Evidence, counter: UInt32?) async throws {
        // A tap without evidence has no counter, and a verified message always has one.
        guard (evidence != .none || counter == nil) && (evidence != .sun || counter != nil) else { return }
        let file = try RegistryFile()
        var tap = SeenTap(
            id: "tap_1nfp0w00000000000042", uid: evidence == .none ? nil : "04E141124C2880", tagID: "k3x9",
            evidence: evidence, counter: counter, time: Timestamp(seconds: 0))
        let second = try #require(Self.second(of: tap.id))
        tap.time = Timestamp(seconds: second)
        tap.isReplay = counter == 0
        try await file.write { [tap] in try $0.save(tap) }
        try await file.database.read { [tap] transaction in
            #expect(try transaction.seenTap(tap.id) == tap)
            #expect(
                try transaction.seenTaps(uid: tap.uid, tagID: nil, limit: 9) == (tap.uid == nil ? [] : [tap]))
            #expect(try transaction.seenTaps(uid: nil, tagID: "k3x9", limit: 9) == [tap])
            // Ids with the same end are different.
            #expect(try transaction.seenTaps(uid: nil, tagID: "ak3x9", limit: 9).isEmpty)
            let isDocument = try transaction.isAny("SELECT 1 FROM seen_tap WHERE body IS NOT NULL")
            #expect(!isDocument)
        }
    }

    /// Returns the second in an id, whose seven digits are in Crockford's base 32.
    private static func second(of id: String) -> Int64? {
        id.dropFirst(4).prefix(7).reduce(Int64?.some(0)) { sum, digit in
            guard let sum, let place = "0123456789abcdefghjkmnpqrstvwxyz".firstIndex(of: digit) else {
                return nil
            }
            return sum << 5 | Int64(place.utf16Offset(in: "0123456789abcdefghjkmnpqrstvwxyz"))
        }
    }

    @Test("new taps that are saved together are read as they were")
    func together() async throws {
        let file = try RegistryFile()
        let taps = (1...40).map {
            SeenTap(
                id: "tap_\($0)", uid: "04AA", tagID: "A1", evidence: .sun, counter: UInt32($0), time: noon)
        }
        try await file.write { transaction in
            try transaction.save(new: taps)
            for tap in taps { #expect(try transaction.seenTap(tap.id) == tap) }
        }
    }

    @Test("S-6: the highest counter of a mirror outlives its tap while the chip has taps, and no longer")
    func removed() async throws {
        let file = try RegistryFile()
        try await file.write { transaction in
            for (id, counter) in [("tap_1", UInt32(9)), ("tap_2", 4)] {
                try transaction.record(
                    SeenTap(id: id, uid: "04AA", evidence: .mirror, counter: counter, time: noon))
            }
            try transaction.removeSeenTaps(["tap_1"])
            #expect(try transaction.highestCounter(ofUID: "04AA", by: .mirror) == 9)
            try transaction.removeSeenTaps(["tap_2"])
            #expect(try transaction.highestCounter(ofUID: "04AA", by: .mirror) == nil)
        }
    }

    @Test("S-6: earlier taps are read unchanged, with their chips' highest counters", .sqlite)
    func earlier() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "seen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        let taps = ["tap_1nfp0w00000000000042", "tap_1"].map {
            SeenTap(id: $0, uid: "04AA", tagID: "k3x9", evidence: .mirror, counter: 7, time: noon)
        }
        let before = try DatabaseFile.open(
            at: path,
            migrations: RegistryMigrations.all.filter { !["registry.4", "registry.5"].contains($0.name) })
        try await before.write { transaction in
            for tap in taps {
                try transaction.run(
                    "INSERT INTO seen_tap (id, uid, tag_id, body) VALUES (?, ?, ?, ?)",
                    [tap.id, tap.uid, tap.tagID, try transaction.document(tap)])
            }
            try transaction.raiseCounter(ofUID: "04AA", by: .mirror, to: 7)
        }
        try before.close()

        let file = try DatabaseFile.open(at: path, migrations: RegistryMigrations.all)
        try await file.read { transaction in
            for tap in taps {
                let found = try transaction.seenTap(tap.id)
                #expect(found == tap)
            }
            #expect(try transaction.seenTaps(uid: "04AA", tagID: nil, limit: 9) == taps)
            #expect(try transaction.seenTaps(uid: nil, tagID: "k3x9", limit: 9) == taps)
            #expect(try transaction.highestCounter(ofUID: "04AA", by: .mirror) == 7)
        }
        try file.close()
    }

    @Test("programs that race take each counter once")
    func racingTaps() async throws {
        let file = try RegistryFile()
        let programs = try (0..<4).map { _ in try file.openedAgain() }
        let fresh = try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, program) in programs.enumerated() {
                group.addTask {
                    var fresh = 0
                    for counter in 1...20 as ClosedRange<UInt32> {
                        let tap = SeenTap(
                            id: "tap_\(number)_\(counter)", uid: "04AA", evidence: .sun, counter: counter,
                            time: noon)
                        if try await program.write({ try !$0.record(tap).isReplay }) { fresh += 1 }
                    }
                    return fresh
                }
            }
            return try await group.reduce(0, +)
        }
        #expect((1...20).contains(fresh))
        #expect(try await file.database.read { try $0.highestCounter(ofUID: "04AA", by: .sun) } == 20)
    }
}
