/// The limits above which a decoder throws ``NDEFError/Code/limitExceeded``.
///
/// The defaults are far above the capacity of any tag, which is at most 64 KiB, and are low enough for a
/// phone's memory.
public struct NDEFLimits: Hashable, Sendable {
    /// The maximum number of record headers in a message. Each chunk of a record has its own header.
    public var records: Int
    /// The maximum size of one payload in bytes, with its chunks joined.
    public var payloadBytes: Int
    /// The maximum size of a message in bytes.
    public var messageBytes: Int
    /// The maximum nesting depth of Smart Posters. If it is 1, a Smart Poster cannot contain another one.
    public var nesting: Int

    /// Creates limits; omitted values keep their defaults.
    public init(
        records: Int = 1_024, payloadBytes: Int = 1 << 20, messageBytes: Int = 1 << 20, nesting: Int = 4
    ) {
        self.records = records
        self.payloadBytes = payloadBytes
        self.messageBytes = messageBytes
        self.nesting = nesting
    }

    /// The limits that apply if the caller passes none.
    public static let standard = NDEFLimits()
}
