public import TimeKit

/// An invocation that arrived: every one is kept, it is what counts of a tag.
public struct Tap: Hashable, Sendable, Codable, Identifiable {
    /// Where it came from.
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

    /// `tap_…`
    public var id: String
    /// As much of it as may be kept (``KeptURL``), at most 8,192 octets; escaped before it is shown. Where the number of a
    /// card stood in it, what it said is nil below: canonical form, fund and mirror.
    public var url: String
    /// The canonical form, where there is one.
    public var canonical: String?
    /// The organization that it led to.
    public var organization: String?
    /// The fund that it named.
    public var fund: String?
    /// The tag's UID, upper-case hex, where it was mirrored.
    public var uid: String?
    /// The tag's counter, where it was mirrored.
    public var counter: Int?
    /// `mirror`: anybody can type it. `sun`: not checked here. Nil without.
    public var evidence: String?
    /// The counter is greater than any seen of this UID: it may count for a seat.
    public var isFresh: Bool
    /// Where it came from.
    public var source: Source
    /// When.
    public var created: Timestamp
}
