public import TimeKit

/// A tag that was presented to a reader on a walk, and its findings.
public struct AuditSighting: Hashable, Sendable, Codable {
    /// The number within the walk, starting at 1.
    public var number: Int
    /// The time of the sighting.
    public var time: Timestamp
    /// Its UID, upper-case hex; nil if it could not be read.
    public var uid: String?
    /// The product, such as `NTAG213`; nil if it could not be read.
    public var product: String?
    /// The row that has the tag; nil for a tag without a seat.
    public var place: TagPlace?
    /// The seat of that row, as it was named at the time.
    public var seat: String?
    /// The seat where the person was; nil if unknown.
    public var standing: String?
    /// The URL that a phone opens, cut at ``longestURL``, or nil.
    public var url: String?
    /// The tag's lock state.
    public var lock: SeenLock
    /// Problems and notices, most serious first.
    public var findings: [AuditFinding]
    /// The name of the reader.
    public var reader: String?

    /// Creates a sighting with nothing but its time.
    public init(number: Int, time: Timestamp, findings: [AuditFinding] = []) {
        self.number = number
        self.time = time
        self.findings = findings
        lock = .unknown
    }

    /// Whether there are no problems.
    public var isRight: Bool { findings.allSatisfy(\.isNotice) }

    /// The most serious problem.
    public var worst: AuditFinding? { findings.first { !$0.isNotice } }

    /// Whether a stranger can still change the configuration of a locked tag.
    public var isConfigurationOpen: Bool { findings.contains { $0.code == .configOpen } }

    /// The maximum length of a stored URL, in octets: the limit of a giving URL.
    public static let longestURL = 1024
}

/// The lock state of a tag on a walk.
public enum SeenLock: String, Sendable, Codable, CaseIterable {
    /// Anyone can rewrite it.
    case open
    /// Writing requires a password.
    case password
    /// The content that a phone reads can never be changed.
    case permanent
    /// A part of its memory is permanently locked, but not everything that a phone reads.
    case partly
    /// The lock state could not be read.
    case unknown
}

/// The seats of a walk: those of a batch, of an organization, of both, or all.
public struct AuditScope: Hashable, Sendable, Codable {
    /// The batch's name as stored; nil for all batches.
    public var batch: String?
    /// The organization in the directory's spelling; nil for all.
    public var org: String?

    /// Creates a scope; without arguments, it has all seats.
    public init(batch: String? = nil, org: String? = nil) {
        self.batch = batch
        self.org = org
    }

    /// Returns whether a row is part of the walk.
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
    /// The number among all walks, starting at 1.
    public var number: Int
    /// The seats of the walk.
    public var scope: AuditScope
    /// The time of the start.
    public var started: Timestamp

    /// Creates the start of a walk.
    public init(number: Int, scope: AuditScope, started: Timestamp) {
        self.number = number
        self.scope = scope
        self.started = started
    }
}

extension String {
    /// Returns whether two names are equal without ASCII case.
    func isSameName(as other: String) -> Bool {
        utf8.lazy.map(\.smallLetter).elementsEqual(other.utf8.lazy.map(\.smallLetter))
    }
}

extension UInt8 {
    /// The lower-case letter of an ASCII capital; any other octet unchanged.
    fileprivate var smallLetter: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
