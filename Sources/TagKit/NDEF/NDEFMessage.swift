/// An NDEF message: one or more records. Source: NFC Forum NDEF 1.0 §2.
///
/// A message without records stands for an empty area, as `03 00` on a tag; it has no bytes of its own.
public struct NDEFMessage: Hashable, Sendable {
    /// The records in order, chunks joined.
    public var records: [NDEFRecord]

    /// Makes a message of records.
    public init(_ records: [NDEFRecord]) { self.records = records }

    /// Decodes exactly one whole message and nothing else.
    ///
    /// Chunked records are joined. Bytes that break a rule of NDEF 1.0 are refused, with the place and the values
    /// that prove it; ``decodingLeniently(_:limits:)`` goes on where it can.
    ///
    /// - Parameters:
    ///   - bytes: From the first record's header through the last byte of the last record's payload.
    ///   - limits: What is refused although it is well-formed.
    /// - Throws: Any code of ``NDEFError`` but those of areas and `badPayload`: payloads are not looked into.
    public init(decoding bytes: [UInt8], limits: NDEFLimits = .standard) throws(NDEFError) {
        var decoder = MessageDecoder(bytes, limits: limits, isLenient: false)
        try decoder.run()
        records = decoder.records
    }

    /// Decodes what can be decoded and lists what it forgave, in the order of the bytes.
    ///
    /// Nothing forgiven means that ``init(decoding:limits:)`` accepts the same bytes and gives the same message.
    /// The message, if it has records, can be encoded: a record whose TNF and parts contradict each other is taken
    /// as one of unknown type (NDEF 1.0 §3.2.6 says so for TNF 7), and a payload that is cut short keeps what is
    /// there. A limit ends the decoding and is listed.
    public static func decodingLeniently(
        _ bytes: [UInt8], limits: NDEFLimits = .standard
    ) -> (message: NDEFMessage, forgiven: [NDEFError]) {
        var decoder = MessageDecoder(bytes, limits: limits, isLenient: true)
        do { try decoder.run() } catch { decoder.forgiven.append(error) }
        return (NDEFMessage(decoder.records), decoder.forgiven)
    }

    /// Where the records start in the bytes that a message was decoded from; of a chunked one its first chunk.
    ///
    /// - Returns: One offset for each record that ``decodingLeniently(_:limits:)`` finds in the same bytes.
    public static func recordOffsets(in bytes: [UInt8], limits: NDEFLimits = .standard) -> [Int] {
        var decoder = MessageDecoder(bytes, limits: limits, isLenient: true)
        decoder.recordOffsets = []
        try? decoder.run()
        return decoder.recordOffsets ?? []
    }

    /// The message in its shortest legal form: no chunks, one-byte lengths where they hold, ids only where there
    /// are some.
    ///
    /// - Throws: What decoding such bytes would throw, at the offset where the record would start, and
    ///   `limitExceeded` for a type or id of more than 255 bytes or a payload of more than 2³² − 1. So what this
    ///   encodes, ``init(decoding:limits:)`` accepts.
    public func encoded() throws(NDEFError) -> [UInt8] {
        try MessageEncoder(records).encoded()
    }

    /// How many bytes ``encoded()`` gives.
    public var encodedByteCount: Int { MessageEncoder(records).byteCount }
}

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
