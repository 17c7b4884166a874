import DataFolderKit
import Synchronization
import TimeKit

/// A rule that removes old rows of one kind from the database, at most once a day (UTC).
final class RowRetention: Sendable {
    private let days: Int64
    private let remove: @Sendable (DataFolder, Int64) async throws -> Void
    private let last = Mutex<CalendarDate?>(nil)

    /// Creates a retention rule.
    ///
    /// - Parameters:
    ///   - days: The number of days for which rows are kept; 0 keeps all rows.
    ///   - remove: Removes the rows that are older than a number of days.
    private init(days: Int64, remove: @escaping @Sendable (DataFolder, Int64) async throws -> Void) {
        (self.days, self.remove) = (days, remove)
    }

    /// Returns the rule that removes old rows of the audit log.
    static func auditLog(days: Int64) -> RowRetention {
        RowRetention(days: days) { try await $0.pruneAuditLog(olderThanDays: $1) }
    }

    /// Returns the rule that removes old taps that did not result in a gift.
    static func taps(days: Int64) -> RowRetention {
        RowRetention(days: days) { try await $0.pruneTaps(olderThanDays: $1) }
    }

    /// Removes the old rows. Does nothing if all rows are kept, or if this rule was already applied today.
    func work(on data: DataFolder) async throws {
        let today = data.clock.now().date
        guard days > 0, last.withLock({ $0 != today }) else { return }
        try await remove(data, days)
        last.withLock { $0 = today }
    }
}
