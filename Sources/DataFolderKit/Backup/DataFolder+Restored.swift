import DatabaseKit
import Documents
import FailureKit
import PaymentCore
package import PostgresKit
import StaffAccess
package import TimeKit

extension DataFolder {
    /// Completes a restore of the PostgreSQL database. Begins a new segment of receipts, records a gap in the
    /// books, ends all sessions and links, and suspends all members and API keys. The folder gets a new
    /// secret for links.
    ///
    /// ``Backup/restore(to:replacing:segment:now:)`` does the same for a folder. The caller must ensure that
    /// no server uses the database.
    ///
    /// - Parameters:
    ///   - folder: The path of the data folder.
    ///   - settings: The address of the restored database.
    ///   - moment: The time to which the database was restored.
    ///   - segment: The number of the new segment of receipts. If nil, one more than the highest known
    ///     number.
    /// - Returns: The name of the database for messages, and the restored books.
    /// - Throws: An error with exit code 77 if the database contains later changes, or if `segment` is not
    ///   higher than the last known number.
    package static func finishRestore(
        of settings: PostgresSettings, in folder: String, to moment: Timestamp, segment: Int?, now: Timestamp
    ) async throws -> (database: String, books: RestoredBooks) {
        var settings = settings
        // All members, keys and links change in one transaction.
        (settings.transactionTimeout, settings.statementTimeout) = (.seconds(3_600), .seconds(600))
        let database = try await PostgresDatabase.open(
            settings, migrations: try PostgresMigration.all(migrations))
        do {
            try await database.read { try refuseLaterChanges(in: $0, than: moment) }
            try make(folder)
            try LinkSecret.replace(in: folder, random: systemRandom)
            let books = try await finishRestore(of: database, to: moment, segment: segment, now: now)
            await database.close()
            return (settings.name, books)
        } catch {
            await database.close()
            throw error
        }
    }

    /// Starts a new segment of receipts, records the gap in the books, ends all sessions and links, and
    /// suspends all members and API keys, in one transaction.
    static func finishRestore(
        of database: any TransactionRunner, to moment: Timestamp, segment: Int?, now: Timestamp
    ) async throws -> RestoredBooks {
        try await database.write { transaction in
            try refuseLaterChanges(in: transaction, than: moment)
            return try RestoredBooks.begin(
                in: transaction, after: .none, asking: segment, end: moment, at: now)
        }
    }

    /// The allowed difference between the clocks of the servers, in seconds.
    private static let clockSeconds: Int64 = 60

    /// Throws an error if the database was used after the restore, or was restored to a time later than
    /// `moment`. In either case, completing the restore would suspend members by mistake.
    ///
    /// An earlier attempt to complete the restore may have appended a row to the audit log. This row does not
    /// count as a change.
    private static func refuseLaterChanges(in transaction: Transaction, than moment: Timestamp) throws {
        let rows = try transaction.auditLog(AuditLogFilter(limit: 20))
        let row = rows.first { $0.event.action != AuditLogAction.restoreBackup.rawValue }
        let payment = try transaction.payments(in: nil, after: nil, limit: 1).first
        let waiting = try transaction.lastWaitingEvent(otherThan: .restoreBackup)
        guard let last = [row?.time, waiting, payment?.created].compactMap(\.self).max(),
            last > moment.adding(seconds: clockSeconds)
        else { return }
        throw CommandError(
            .refused, code: "laterChanges", "the database was changed after \(moment.iso8601)",
            reason:
                "the last change is from \(last.iso8601): the database was used after the restore, or was restored to a later time",
            remedy:
                "check --database, and set --moment to the time to which the server restored the database")
    }
}
