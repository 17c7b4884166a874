import DatabaseKit
import Foundation
import Giving
import PaymentCore
import StaffAccess
import TestSupport
import Testing
import TimeKit

@testable import DataFolderKit
@testable import Documents

/// A restored backup never issues a receipt number twice (case S-1).
@Suite struct RestoredBooksTests {
    private static let made = Timestamp(seconds: 1_790_000_000)
    private static let now = Timestamp(seconds: 1_790_100_000)

    /// A folder with books, which is removed afterwards.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)").path

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try open().close()
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func open() throws -> DatabaseFile {
            try DatabaseFile.open(at: DataFolder.file(in: path), migrations: DataFolder.migrations)
        }

        func restored(after old: OldSegment, asking asked: Int? = nil) async throws -> RestoredBooks {
            try await RestoredBooks.begin(
                in: path, after: old, asking: asked, backupMade: RestoredBooksTests.made,
                at: RestoredBooksTests.now)
        }
    }

    @Test("a restore leaves a row in the audit log of the restored books")
    func auditLog() async throws {
        let folder = try Folder()
        _ = try await folder.restored(after: .known(4))
        let file = try folder.open()
        defer { try? file.close() }
        let rows = try await file.read { try $0.auditLog(AuditLogFilter(limit: 10)) }
        #expect(rows.map(\.event.action) == ["backup.restore"] && rows[0].event.ids == ["R5"])
        #expect(rows[0].event.actor == .commandLine && rows[0].time == Self.now)
    }

    @Test("begins a segment above all those in the backup and the replaced books, and opens a gap")
    func segments() async throws {
        let folder = try Folder()
        #expect(
            try await folder.restored(after: .none)
                == RestoredBooks(segment: 1, end: Self.made, isSegmentCertain: false))
        let known = try await folder.restored(after: .known(4))
        #expect(known.segment == 5 && known.isSegmentCertain)
        #expect(try await folder.restored(after: .known(2)).segment == 6)
        let unreadable = try await folder.restored(after: .unreadable(least: 8))
        #expect(unreadable.segment == 9 && !unreadable.isSegmentCertain)
        let asked = try await folder.restored(after: .none, asking: 20)
        #expect(asked.segment == 20 && asked.isSegmentCertain)
        let error = await #expect(throws: CommandError.self) {
            _ = try await folder.restored(after: .known(30), asking: 30)
        }
        #expect(error?.code == "segmentUsed")
        let file = try folder.open()
        #expect(try await file.read { try $0.receiptSegments().map(\.number) } == [1, 5, 6, 9, 20])
        #expect(
            try await file.read { try $0.openGaps() } == [
                BooksGap(.restored, since: Self.made, found: Self.now)
            ])
        try file.close()
    }

    @Test("receipts continue in a new segment if the end of the log was lost")
    func cutLog() async throws {
        let (folder, copy) = (try Folder(), try Folder())
        let suffixes = ["", "-wal"]
        for suffix in suffixes {
            try? FileManager.default.removeItem(atPath: DataFolder.file(in: copy.path) + suffix)
        }
        let file = try folder.open()
        let number = try await file.write { transaction in
            try transaction.takeReceiptPosition(organization: "Grace", year: 2026).position
        }
        #expect(number == 1)
        for suffix in suffixes {
            try FileManager.default.copyItem(
                atPath: DataFolder.file(in: folder.path) + suffix,
                toPath: DataFolder.file(in: copy.path) + suffix)
        }
        try file.close()
        // Damage to the frame that commits the last transaction.
        let log = DataFolder.file(in: copy.path) + "-wal"
        var frames = try Data(contentsOf: URL(filePath: log))
        let salts = frames[16..<24]
        let starts = Array(stride(from: 32, to: frames.count, by: 4096 + 24))
        let last = try #require(starts.last { frames[$0 + 8..<$0 + 16].elementsEqual(salts) })
        frames[last + 24] ^= 0x41
        try frames.write(to: URL(filePath: log))

        let data = try await DataFolder.open(copy.path) { _ in }
        // The segment is in the database file: damage to the log cannot lose it.
        let alone = try Folder()
        try? FileManager.default.removeItem(atPath: DataFolder.file(in: alone.path))
        try FileManager.default.copyItem(
            atPath: DataFolder.file(in: copy.path), toPath: DataFolder.file(in: alone.path))
        let withoutLog = try alone.open()
        #expect(try await withoutLog.read { try $0.receiptSegments().map(\.number) } == [1])
        try withoutLog.close()
        let (series, segments, gaps) = try await data.read { transaction in
            (
                try transaction.receiptSeries(organization: nil, after: nil, limit: 10),
                try transaction.receiptSegments(), try transaction.openGaps()
            )
        }
        #expect(series.isEmpty && gaps.map(\.cause) == [.cutLog])
        #expect(segments.map(\.number) == [1] && segments.map(\.cause) == [.cutLog])
        try data.close()
    }

    @Test("reads the segment of the replaced books even if their log is damaged, and changes nothing there")
    func old() async throws {
        let (old, place) = (try Folder(), try Folder())
        #expect(try await OldSegment(of: old.path, copyingIn: place.path) == .known(0))
        _ = try await old.restored(after: .known(6))
        #expect(try await OldSegment(of: old.path, copyingIn: place.path) == .known(7))

        let database = DataFolder.file(in: old.path)
        try Data(repeating: 7, count: 9000).write(to: URL(filePath: database + "-wal"))
        #expect(throws: DatabaseFileError.self) { try old.open() }
        let before = try Data(contentsOf: URL(filePath: database))
        #expect(try await OldSegment(of: old.path, copyingIn: place.path) == .known(7))
        #expect(try Data(contentsOf: URL(filePath: database)) == before)

        try Data(repeating: 7, count: 9000).write(to: URL(filePath: database))
        #expect(try await OldSegment(of: old.path, copyingIn: place.path) == .unreadable(least: 0))
        let kept = old.path + ".before-20260101T000000Z"
        try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: kept) }
        #expect(try await OldSegment(of: old.path, copyingIn: place.path) == .unreadable(least: 1))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.path).contains(".old.sqlite") == false)
    }
}
