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
public enum SeenLock: String, Hashable, Sendable, Codable, CaseIterable {
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
