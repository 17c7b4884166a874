public import TimeKit

/// One position in a batch, such as a seat, a lobby table or a collection box, and its tag.
public struct BatchRow: Hashable, Sendable, Codable {
    /// The name of the batch that contains the row.
    public var batch: String
    /// The row number, starting at 1. Rows are written in this order.
    public var number: Int
    /// The name of the seat, unique within the batch.
    public var seat: String
    /// The campus of the seat, if the organization has more than one.
    public var campus: String?
    /// The organization's id as spelled in the directory; nil if the URL belongs to another host.
    public var org: String?
    /// The fund; nil for the organization's default fund, or if the URL belongs to another host.
    public var fund: String?
    /// Whether the donation page offers a monthly gift first.
    public var recurring: Bool
    /// The URL as written to the tag, including the placeholder of a mirror.
    public var url: String
    /// The tag's id in the URL, in the path `/t/{tag}` or the parameter `t`. Nil if the URL has no id.
    public var tagID: String?
    /// The progress of writing a tag for the row.
    public var state: State
    /// The UID of the tag that occupies the row, or that is being written for the row. Nil while the row is
    /// open.
    public var uid: String?
    /// The failure of the last tag that was tried for the row. Nil after the row is verified.
    public var failure: BatchFailure?
    /// The time of the last change.
    public var changed: Timestamp

    /// The progress of a row.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// The row is waiting for a tag.
        case open
        /// Writing a tag for the row was started, but its completion was not recorded. If the same tag is
        /// held to a reader again, writing continues.
        case writing
        /// The row's tag was written, read back, and protected if the batch uses passwords.
        case verified
    }

    /// Creates a row that is waiting for a tag.
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

    /// The maximum number of rows in a batch.
    public static let most = 10_000
}

/// The reason why a tag was not accepted for a row.
public struct BatchFailure: Hashable, Sendable, Codable {
    /// A stable code that programs compare, such as `tagLost`, `locked`, `notGenuine` or `doubledUID`.
    public var code: String
    /// A human-readable description of the failure.
    public var words: String

    /// Creates a failure with a stable code and a description.
    public init(_ code: String, _ words: String) {
        self.code = code
        self.words = words
    }
}
