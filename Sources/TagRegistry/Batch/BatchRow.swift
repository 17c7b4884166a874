public import TimeKit

/// One place of a batch, and the tag that is there: a seat, a lobby table, a collection box.
public struct BatchRow: Hashable, Sendable, Codable {
    /// The name of its batch.
    public var batch: String
    /// 1, 2, 3 in the order of the job: rows are written in this order.
    public var number: Int
    /// What people call the place; no two rows of a batch share it.
    public var seat: String
    /// The site of the place, where the organization has several.
    public var campus: String?
    /// The organization in the directory's spelling; nil where the URL leads elsewhere.
    public var org: String?
    /// The fund; nil for the organization's default fund, or where the URL leads elsewhere.
    public var fund: String?
    /// A monthly gift is offered first.
    public var recurring: Bool
    /// What is written, octet by octet, the place-holder of a mirror included.
    public var url: String
    /// The id that stands in the URL, as `/t/{tag}` or `t`; nil where it has none.
    public var tagID: String?
    /// How far it is.
    public var state: State
    /// The tag that is being written, or that is there; nil while the row is open.
    public var uid: String?
    /// Why the last tag that was tried for it was set aside or given up; nil once it is verified.
    public var failure: BatchFailure?
    /// When it changed last.
    public var changed: Timestamp

    /// How far a row is.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// It waits for a tag.
        case open
        /// A tag was begun and the end is not recorded: that same tag goes on with this row.
        case writing
        /// Its tag was written, read back, and protected where the batch says password.
        case verified
    }

    /// A row that waits for its tag.
    public init(
        batch: String, number: Int, seat: String, campus: String? = nil, org: String? = nil,
        fund: String? = nil, recurring: Bool = false, url: String, tagID: String? = nil, changed: Timestamp
    ) {
        self.batch = batch
        self.number = number
        self.seat = seat
        self.campus = campus
        self.org = org
        self.fund = fund
        self.recurring = recurring
        self.url = url
        self.tagID = tagID
        self.state = .open
        self.changed = changed
    }

    /// The most rows that a batch holds.
    public static let most = 10_000
}

/// Why a tag was not taken for a row.
public struct BatchFailure: Hashable, Sendable, Codable {
    /// A stable name that programs compare: `tagLost`, `locked`, `notGenuine`, `doubledUID`.
    public var code: String
    /// What happened, in a sentence for people.
    public var words: String

    /// A failure of this code.
    public init(_ code: String, _ words: String) {
        self.code = code
        self.words = words
    }
}
