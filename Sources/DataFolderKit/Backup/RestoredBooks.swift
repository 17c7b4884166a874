import Contracts
import DatabaseKit
import Dependents
import Documents
import FailureKit
import FileKit
import Foundation
import Giving
import PaymentCore
package import StaffAccess
package import TimeKit

/// The last receipt segment in the books that a restore replaces.
package enum OldSegment: Equatable {
    /// There are no old books to read, so it is unknown which segments earlier restores used.
    case none
    /// The number of the last segment, or 0 if the books have no numbered segment.
    case known(Int)
    /// The replaced books cannot be read. Earlier restores left `least` old data folders next to the current
    /// folder, so at least that many restores have taken place.
    case unreadable(least: Int)

    /// Reads the last segment from the old books. If that fails, for example because the books are damaged,
    /// reads the segment from a copy of the database file without the write-ahead log.
    ///
    /// A restore writes its segment to the database file itself, so the segment can be read even if the
    /// write-ahead log is damaged.
    package init(of folder: String, copyingIn place: String) async throws {
        let database = DataFolder.file(in: folder)
        if let number = try? await Self.last(in: database, readOnly: true) {
            self = .known(number)
            return
        }
        let copy = "\(place)/.old.sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) } }
        // A file from an earlier version is also copied, so that it is not migrated in place.
        if (try? HashedFile(reading: database, copyingTo: copy)) != nil,
            let number = try? await Self.last(in: copy, readOnly: false)
        {
            self = .known(number)
            return
        }
        let path = URL(filePath: folder).resolvingSymlinksInPath()
        let beside = try? FileManager.default.contentsOfDirectory(
            atPath: path.deletingLastPathComponent().path)
        self = .unreadable(
            least: beside?.count { $0.hasPrefix(path.lastPathComponent + ".before-") } ?? 0)
    }

    private static func last(in database: String, readOnly: Bool) async throws -> Int {
        let file = try DatabaseFile.open(
            at: database, migrations: DataFolder.migrations,
            options: DatabaseFile.Options(readOnly: readOnly, mustExist: true, busyTimeout: .seconds(1)))
        defer { try? file.close() }
        return try await file.read { try $0.receiptSegments().last?.number ?? 0 }
    }
}

/// The result of restoring the books: the time at which the books end, the segment for new receipts, and the
/// access that the restore revoked.
package struct RestoredBooks: Equatable, Sendable {
    /// The number of the segment for new receipts.
    package let segment: Int
    /// The time at which the restored books end. The books contain no later events.
    package let end: Timestamp
    /// Whether it is certain that no earlier restore has used the segment.
    ///
    /// False if the user did not choose a segment, and the replaced books are missing or cannot be read.
    package let isSegmentCertain: Bool
    /// The sessions and links that the restore ended, and the members and API keys that it suspended.
    package var access = EndedAccess()

    /// Starts a new segment of receipts, records a gap in the books, ends all sessions and links, and
    /// suspends all members and API keys, in one transaction. The caller must ensure that no other program
    /// uses the folder.
    package static func begin(
        in folder: String, after old: OldSegment, asking asked: Int?, backupMade made: Timestamp,
        at now: Timestamp
    ) async throws -> RestoredBooks {
        let path = DataFolder.file(in: folder)
        let file = try DatabaseFile.open(
            at: path, migrations: DataFolder.migrations, options: DatabaseFile.Options(mustExist: true))
        do {
            let books = try await file.write { transaction in
                try begin(in: transaction, after: old, asking: asked, end: made, at: now)
            }
            try file.close()
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            return books
        } catch {
            try? file.close()
            throw error
        }
    }

    /// Starts a new segment of receipt numbers, records the gap in the books, ends all sessions and links,
    /// and suspends all members and API keys. All changes are part of the given transaction.
    static func begin(
        in transaction: Transaction, after old: OldSegment, asking asked: Int?, end: Timestamp,
        at now: Timestamp
    ) throws -> RestoredBooks {
        let known = try transaction.receiptSegments().last?.number ?? 0
        let number = try next(after: max(known, old.least), asking: asked)
        try transaction.begin(ReceiptSegment(number: number, .restored, begun: now, since: end))
        try transaction.open(BooksGap(.restored, since: end, found: max(end, now)))
        var restore = AuditLogEvent(.restoreBackup, by: .commandLine)
        restore.ids = ["R\(number)"]
        try transaction.append(restore, at: now)
        return RestoredBooks(
            segment: number, end: end, isSegmentCertain: asked != nil || old.isCertain,
            access: try EndedAccess(in: transaction, at: now))
    }

    private static func next(after known: Int, asking asked: Int?) throws -> Int {
        guard let asked else { return known + 1 }
        guard asked > known else {
            throw CommandError(
                .refused, code: "segmentUsed", "new receipts cannot be numbered in segment R\(asked)",
                reason: known == 0
                    ? "the only segment is the first one, which has no number"
                    : "the last segment is R\(known)",
                remedy: "omit --segment, or use a number above \(known)")
        }
        return asked
    }
}

/// The sessions and links that a restore ends, and the members and API keys that it suspends until a person
/// confirms them.
///
/// After the backup was made, a session or link in it may have been ended or revoked, and a member or key in
/// it may have been removed. The backup does not contain such later changes, so the restore ends or suspends
/// all access.
package struct EndedAccess: Equatable, Sendable {
    /// The number of ended sessions of staff and donors.
    package private(set) var sessions = 0
    /// The number of links that are no longer valid: sign-in links, payment links, and links to the pages of
    /// payees, subscribers and guardians.
    package private(set) var links = 0
    /// The members who cannot sign in until they are confirmed, sorted by e-mail address.
    package private(set) var members: [StaffMember] = []
    /// The API keys that are refused until they are confirmed, sorted by name.
    package private(set) var keys: [APIKey] = []

    init() {}

    /// Ends all sessions in a database, invalidates all links, and suspends all members and API keys until
    /// they are confirmed.
    init(in transaction: Transaction, at now: Timestamp) throws {
        let staff = try transaction.suspendAccess(at: now)
        let donors = try transaction.endAllSignIns(at: now)
        sessions = staff.sessions + donors.sessions
        links =
            try donors.links + transaction.revokeAllPaymentLinks(at: now)
            + transaction.withdrawAllPageLinks(at: now) + transaction.endAllGuardianLinks()
        (members, keys) = (staff.members, staff.keys)
    }
}

extension OldSegment {
    fileprivate var least: Int {
        switch self {
        case .none: 0
        case .known(let number): number
        case .unreadable(let least): least
        }
    }

    fileprivate var isCertain: Bool {
        if case .known = self { return true }
        return false
    }
}
