public import TimeKit

/// A record of a URL that was opened from a tag, a code or a link.
public struct Tap: Hashable, Sendable, Codable {
    /// The origin of a tap.
    public enum Source: String, Sendable, Codable, CaseIterable {
        /// An NFC tag.
        case tag
        /// A printed code, such as a QR code.
        case code
        case link
        /// A tap that was simulated.
        case simulated
    }

    /// The tap's id, `tap_…`.
    public var id: String
    /// The part of the URL that may be stored (see ``KeptURL``). Escape this text for display. In taps from
    /// earlier versions, the text can have up to 8,192 bytes.
    public var url: String
    /// Whether the URL was longer than ``KeptURL/longest``. If so, only its beginning is stored.
    public var isCut = false
    /// The canonical form of the URL, or nil if the URL has no canonical form.
    public var canonical: String?
    /// The id of the organization whose page the URL opened, or nil.
    public var organization: String?
    /// The id of the fund in the URL, or nil.
    public var fund: String?
    /// The mirrored UID of the tag in upper-case hex, or nil if the UID is unknown.
    public var uid: String?
    /// The mirrored counter of the tag, or nil if the URL contains no mirrored counter.
    public var counter: Int?
    /// The kind of evidence in the URL, `mirror` or `sun`, or nil. This value does not show whether the
    /// evidence is genuine.
    public var evidence: String?
    /// Whether the mirrored counter is greater than all earlier counters of this UID. False if the tap has no
    /// mirrored counter.
    public var isFresh: Bool
    /// The origin of the tap: a tag, a code, a link or a simulation.
    public var source: Source
    /// The time of the tap.
    public var created: Timestamp

    /// The number of days for which taps that did not lead to a gift are kept by default.
    public static let standardDays: Int64 = 400

    /// The fields of a tap that is stored as a document. ``isCut`` is stored separately.
    private enum CodingKeys: String, CodingKey {
        case id, url, canonical, organization, fund, uid, counter, evidence, isFresh, source, created
    }
}
