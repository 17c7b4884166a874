import DataFolderKit
import Synchronization
import TimeKit

/// The removal of old rows of one kind, once a day (UTC).
final class RowRetention: Sendable {
    private let days: Int64
    private let remove: @Sendable (DataFolder, Int64) async throws -> Void
    private let last = Mutex<CalendarDate?>(nil)

    /// Creates a removal.
    ///
    /// - Parameters:
    ///   - days: The number of days for which rows are kept; 0 keeps all rows.
    ///   - remove: Removes the rows that are older than a number of days.
    private init(days: Int64, remove: @escaping @Sendable (DataFolder, Int64) async throws -> Void) {
        (self.days, self.remove) = (days, remove)
    }

    /// Returns the removal of old audit log rows.
    static func auditLog(days: Int64) -> RowRetention {
        RowRetention(days: days) { try await $0.pruneAuditLog(olderThanDays: $1) }
    }

    /// Returns the removal of old taps that led to no gift.
    static func taps(days: Int64) -> RowRetention {
        RowRetention(days: days) { try await $0.pruneTaps(olderThanDays: $1) }
    }

    /// Removes old rows, unless it has done so today.
    func work(on data: DataFolder) async throws {
        let today = data.clock.now().date
        guard days > 0, last.withLock({ $0 != today }) else { return }
        try await remove(data, days)
        last.withLock { $0 = today }
    }
}
