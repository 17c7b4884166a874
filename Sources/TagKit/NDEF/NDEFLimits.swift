/// How much a decoder takes in before it refuses with ``NDEFError/Code/limitExceeded``.
///
/// The defaults are far above what any tag holds (64 KiB) and far below what would trouble a phone.
public struct NDEFLimits: Hashable, Sendable {
    /// The most record headers in a message; each chunk of a chunked record counts.
    public var records: Int
    /// The most bytes in one payload, its chunks joined.
    public var payloadBytes: Int
    /// The most bytes in a whole message.
    public var messageBytes: Int
    /// The most levels of Smart Posters in one another; 1 allows a Smart Poster without another inside.
    public var nesting: Int

    /// Makes limits; what is not given keeps its default.
    public init(
        records: Int = 1_024, payloadBytes: Int = 1 << 20, messageBytes: Int = 1 << 20, nesting: Int = 4
    ) {
        self.records = records
        self.payloadBytes = payloadBytes
        self.messageBytes = messageBytes
        self.nesting = nesting
    }

    /// The default limits.
    public static let standard = NDEFLimits()
}
