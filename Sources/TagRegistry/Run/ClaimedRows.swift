import Synchronization

/// Which row each reader of this program is at, so that no two announce the same seat.
public final class ClaimedRows: Sendable {
    private let rows = Mutex<[String: Int]>([:])

    /// Nobody is at a row.
    public init() {}

    /// A reader is at this row now, or with nil at none.
    ///
    /// - Returns: false where another reader is at it; then nothing has changed.
    @discardableResult
    public func claim(_ row: Int?, by reader: String) -> Bool {
        rows.withLock { rows in
            if let row, rows.contains(where: { $0.key != reader && $0.value == row }) { return false }
            rows[reader] = row
            return true
        }
    }

    /// The rows at which other readers are.
    public func others(than reader: String) -> Set<Int> {
        rows.withLock { Set($0.filter { $0.key != reader }.values) }
    }
}
