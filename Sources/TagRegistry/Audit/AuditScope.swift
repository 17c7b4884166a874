public import TimeKit

/// Which seats a walk is through: those of a batch, of an organization, of both, or all.
public struct AuditScope: Hashable, Sendable, Codable {
    /// The batch's name as it is kept; nil for all batches.
    public var batch: String?
    /// The organization in the directory's spelling; nil for all.
    public var org: String?

    /// The seats of a batch, of an organization, or all.
    public init(batch: String? = nil, org: String? = nil) {
        self.batch = batch
        self.org = org
    }

    /// Whether a row is part of the walk.
    public func contains(_ row: BatchRow) -> Bool {
        isThroughBatch(of: row) && isThroughOrganization(of: row)
    }

    func isThroughBatch(of row: BatchRow) -> Bool { batch.map { $0.isSameName(as: row.batch) } ?? true }

    func isThroughOrganization(of row: BatchRow) -> Bool {
        org.map { org in row.org.map { org.isSameName(as: $0) } ?? false } ?? true
    }
}

/// A walk that was begun: what is kept of it beside its sightings.
public struct AuditStart: Hashable, Sendable, Codable {
    /// 1, 2, 3 in the order of all walks.
    public var number: Int
    /// Through which seats.
    public var scope: AuditScope
    /// When.
    public var started: Timestamp

    /// A walk of that number.
    public init(number: Int, scope: AuditScope, started: Timestamp) {
        self.number = number
        self.scope = scope
        self.started = started
    }
}

extension String {
    /// Whether two names are the same without ASCII case.
    func isSameName(as other: String) -> Bool {
        utf8.lazy.map(\.smallLetter).elementsEqual(other.utf8.lazy.map(\.smallLetter))
    }
}

extension UInt8 {
    /// An ASCII capital as its small letter; everything else as it is.
    fileprivate var smallLetter: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
