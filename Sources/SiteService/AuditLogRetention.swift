import DataFolderKit
import Synchronization
import TimeKit

/// The removal of old rows of the audit log, once a day (UTC).
final class AuditLogRetention: Sendable {
    private let days: Int64
    private let last = Mutex<CalendarDate?>(nil)

    /// Creates a removal.
    ///
    /// - Parameter days: The number of days for which rows are kept; 0 keeps all rows.
    init(days: Int64) { self.days = days }

    /// Removes old rows, unless it has done so today.
    func work(on data: DataFolder) async throws {
        let today = data.clock.now().date
        guard days > 0, last.withLock({ $0 != today }) else { return }
        try await data.pruneAuditLog(olderThanDays: days)
        last.withLock { $0 = today }
    }
}
