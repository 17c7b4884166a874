import TextKit

/// The result of checking the audit log's chain of hashes.
package struct AuditLogCheck: Hashable, Sendable {
    /// The number of rows that were read.
    package internal(set) var rows = 0
    /// The newest row; nil if the log is empty or a row is damaged.
    package internal(set) var newest: AuditLogEntry?
    /// The first damaged row; nil if all rows are intact.
    package internal(set) var flaw: AuditLogFlaw?
}

/// The first damaged row of an audit log.
package struct AuditLogFlaw: Hashable, Sendable {
    /// The kind of damage. The raw values are stable codes.
    package enum Kind: String, Sendable, CaseIterable {
        /// The row's hash does not match its fields and the previous row.
        case changed
        /// Rows before this one were removed.
        case missing
        /// The log starts with this row, but no row records that earlier rows were removed because they were
        /// old.
        case unexplainedStart
        /// The organizations for which the row is listed differ from the organizations that the row contains.
        case relisted
        /// The log contains no row with the hash that the caller passed.
        case hashNotFound
    }

    package let kind: Kind
    /// The number of the row, or 0 if the kind is `hashNotFound`.
    package let number: Int64
}

/// A check of the log's rows, one after another, starting with the oldest.
struct AuditLogChain {
    private(set) var result = AuditLogCheck()
    private var last: (number: Int64, hash: [UInt8])?
    private var wanted: String?

    /// Creates a check of the whole log.
    ///
    /// - Parameters:
    ///   - checkpoint: The newest row about the removal of old rows, or nil.
    ///   - hash: A hash in hex that one of the rows must have, or nil.
    init(from checkpoint: AuditLogEntry?, containing hash: String?) {
        wanted = hash
        if let ids = checkpoint?.event.ids, ids.count == 2, let number = Int64(ids[0]),
            let hash = Hex.bytes(of: ids[1])
        {
            last = (number, hash)
        }
    }

    /// Checks the next row.
    ///
    /// - Parameter listed: The organizations for which the row is listed, in lower case.
    /// - Returns: Whether the row is intact.
    mutating func take(_ entry: AuditLogEntry, listed: Set<String>) -> Bool {
        let expected = (last?.number ?? 0) + 1
        let kind: AuditLogFlaw.Kind?
        if entry.number != expected {
            kind = result.rows == 0 ? .unexplainedStart : .missing
        } else if entry.hash != entry.hash(after: last?.hash ?? AuditLogEntry.start) {
            kind = .changed
        } else if listed != Set(entry.event.organizations.map { $0.lowercased() }) {
            kind = .relisted
        } else {
            kind = nil
        }
        result.rows += 1
        guard let kind else {
            last = (entry.number, entry.hash)
            result.newest = entry
            if entry.hashText == wanted { wanted = nil }
            return true
        }
        result.newest = nil
        result.flaw = AuditLogFlaw(kind: kind, number: entry.number)
        return false
    }

    /// Returns the result. Call this function after the last row.
    func finished() -> AuditLogCheck {
        var result = result
        if result.flaw == nil, wanted != nil {
            result.flaw = AuditLogFlaw(kind: .hashNotFound, number: 0)
        }
        return result
    }
}
