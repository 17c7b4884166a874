public import TimeKit

/// A tag that was held to a reader on a walk, and what was found.
public struct AuditSighting: Hashable, Sendable, Codable {
    /// 1, 2, 3 in the order of the walk.
    public var number: Int
    /// When.
    public var time: Timestamp
    /// Its UID, upper-case hex; nil where not even that could be read.
    public var uid: String?
    /// What the chip is, as `NTAG213`; nil as above.
    public var product: String?
    /// The row that has it; nil for a stranger.
    public var place: TagPlace?
    /// The seat of that row, as it was called then.
    public var seat: String?
    /// The seat at which the person stood; nil where nobody said.
    public var standing: String?
    /// The URL that a phone opens, cut at ``longestURL``; nil where it holds none.
    public var url: String?
    /// How it is closed.
    public var lock: SeenLock
    /// What is not as it should be, or is worth knowing: the gravest first.
    public var findings: [AuditFinding]
    /// The reader that held it.
    public var reader: String?

    /// A sighting of which nothing but the moment is known yet.
    public init(number: Int, time: Timestamp, findings: [AuditFinding] = []) {
        self.number = number
        self.time = time
        self.findings = findings
        lock = .unknown
    }

    /// Nothing is wrong with it.
    public var isRight: Bool { findings.allSatisfy(\.isNotice) }

    /// The gravest of what is wrong.
    public var worst: AuditFinding? { findings.first { !$0.isNotice } }

    /// A stranger can still turn the configuration of a locked tag.
    public var isConfigurationOpen: Bool { findings.contains { $0.code == .configOpen } }

    /// The longest URL that is kept, in octets: what a giving URL may have at most.
    public static let longestURL = 1024
}

/// How a tag that was seen is closed.
public enum SeenLock: String, Sendable, Codable, CaseIterable {
    /// Anybody can rewrite it.
    case open
    /// A password is needed for writing.
    case password
    /// Nobody can rewrite what a phone reads.
    case permanent
    /// Part of its memory is locked for ever, and not all that a phone reads.
    case partly
    /// It did not show it.
    case unknown
}

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

/// The start of a walk: the facts stored with its sightings.
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
