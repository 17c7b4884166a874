public import TimeKit

/// A tag that was held to a reader during an audit, and the findings about it.
public struct AuditSighting: Hashable, Sendable, Codable {
    /// The number of the sighting within the audit, starting at 1.
    public var number: Int
    /// The time at which the tag was seen.
    public var time: Timestamp
    /// The tag's UID in upper-case hex, or nil if the tag could not be read.
    public var uid: String?
    /// The chip's product, such as `NTAG213`, or nil if the product could not be determined.
    public var product: String?
    /// The row that the tag occupied, or nil if the tag had no seat.
    public var place: TagPlace?
    /// The name that the row's seat had at the time of the sighting, or nil if the tag had no seat.
    public var seat: String?
    /// The auditor's current seat, or nil if unknown.
    public var standing: String?
    /// The URL that a phone would open, shortened to at most ``longestURL`` bytes. Nil if the tag has no URL.
    public var url: String?
    /// The lock state that was found on the tag.
    public var lock: SeenLock
    /// Problems and notices, most serious first.
    public var findings: [AuditFinding]
    /// The name of the reader that was used, if known.
    public var reader: String?

    /// Creates a sighting without data about the tag.
    public init(number: Int, time: Timestamp, findings: [AuditFinding] = []) {
        self.number = number
        self.time = time
        self.findings = findings
        lock = .unknown
    }

    /// Whether the tag has no problems.
    public var isRight: Bool { findings.allSatisfy(\.isNotice) }

    /// The most serious problem, or nil if the tag has no problems.
    public var worst: AuditFinding? { findings.first { !$0.isNotice } }

    /// Whether anyone can still change the configuration of a locked tag.
    public var isConfigurationOpen: Bool { findings.contains { $0.code == .configOpen } }

    /// The maximum length of a stored URL in bytes. It equals the limit for giving URLs.
    public static let longestURL = 1024

    /// Returns a URL shortened to at most ``longestURL`` bytes.
    package static func shortened(_ url: String) -> String {
        var bytes = 0
        return String(
            url.prefix {
                bytes += $0.utf8.count
                return bytes <= longestURL
            })
    }
}

/// The lock state of a tag in an audit.
public enum SeenLock: String, Sendable, Codable, CaseIterable {
    /// Anyone can rewrite the tag.
    case open
    /// Writing requires a password.
    case password
    /// The content that a phone reads can never be changed.
    case permanent
    /// Some of the memory is permanently locked, but some of the content that a phone reads can still be changed.
    case partly
    /// The lock state could not be read, or reading requires a password.
    case unknown
}

/// The seats to audit. The scope can be limited to one batch, to one organization, or to one organization's
/// seats in one batch.
public struct AuditScope: Hashable, Sendable, Codable {
    /// The batch's name as stored; nil for all batches.
    public var batch: String?
    /// The organization's id as spelled in the directory; nil for all organizations.
    public var org: String?

    /// Creates a scope. Without arguments, it includes all seats.
    public init(batch: String? = nil, org: String? = nil) {
        self.batch = batch
        self.org = org
    }

    /// Returns whether the scope includes the row.
    public func contains(_ row: BatchRow) -> Bool {
        isThroughBatch(of: row) && isThroughOrganization(of: row)
    }

    func isThroughBatch(of row: BatchRow) -> Bool { batch.map { $0.isSameName(as: row.batch) } ?? true }

    func isThroughOrganization(of row: BatchRow) -> Bool {
        org.map { org in row.org.map { org.isSameName(as: $0) } ?? false } ?? true
    }
}

/// The data that is stored at the start of an audit.
public struct AuditStart: Hashable, Sendable, Codable {
    /// The number of the audit, starting at 1.
    public var number: Int
    /// The seats whose tags the audit checks.
    public var scope: AuditScope
    /// The time at which the audit started.
    public var started: Timestamp

    /// Creates the data of an audit that starts at this time.
    public init(number: Int, scope: AuditScope, started: Timestamp) {
        self.number = number
        self.scope = scope
        self.started = started
    }
}

extension String {
    /// Returns whether two names are equal, ignoring the case of ASCII letters.
    func isSameName(as other: String) -> Bool {
        utf8.lazy.map(\.smallLetter).elementsEqual(other.utf8.lazy.map(\.smallLetter))
    }
}

extension UInt8 {
    /// The byte in ASCII lower case. Bytes that are not capital letters are unchanged.
    fileprivate var smallLetter: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
