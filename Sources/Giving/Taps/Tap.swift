public import TimeKit

/// An opened URL of a tag, a code or a link. Each one is saved, so that taps can be counted.
public struct Tap: Hashable, Sendable, Codable, Identifiable {
    /// The origin of a tap.
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// An NFC tag.
        case tag
        /// A printed code.
        case code
        /// A link.
        case link
        /// A tap that was simulated.
        case simulated
    }

    /// The tap's id, `tap_…`.
    public var id: String
    /// The part of the URL that may be stored (``KeptURL``), at most 8,192 octets. It must be escaped before it is
    /// shown. If the URL contained a card number, the canonical form, the fund and the mirrored values below are nil.
    public var url: String
    /// The canonical form of the URL, or nil if it has none.
    public var canonical: String?
    /// The id of the organization whose page it opened, or nil.
    public var organization: String?
    /// The fund named in the URL, or nil.
    public var fund: String?
    /// The tag's UID in upper-case hex, if the URL mirrors it.
    public var uid: String?
    /// The tag's counter, if the URL mirrors it.
    public var counter: Int?
    /// The kind of evidence in the URL: `mirror`, which anyone can type, `sun`, which is not verified here, or nil.
    public var evidence: String?
    /// Whether the counter is greater than all counters seen for this UID, so that the tap may count for a seat.
    public var isFresh: Bool
    /// The origin.
    public var source: Source
    /// The time of the tap.
    public var created: Timestamp
}
