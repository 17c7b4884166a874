/// An NDEF message: a sequence of records. Source: NFC Forum NDEF 1.0 §2.
///
/// A message without records represents an empty NDEF Message TLV, such as `03 00`. It cannot be encoded:
/// ``encoded()`` throws `emptyInput`.
public struct NDEFMessage: Hashable, Sendable {
    /// The records in order, with chunks joined.
    public var records: [NDEFRecord]

    public init(_ records: [NDEFRecord]) { self.records = records }

    /// Decodes exactly one complete message.
    ///
    /// Chunked records are joined. If the bytes violate a rule of NDEF 1.0, the error contains the position
    /// and the values. To decode as much as possible instead, use ``decodingLeniently(_:limits:)``.
    ///
    /// - Parameters:
    ///   - bytes: The bytes from the first record's header through the last byte of the last record's
    ///     payload.
    ///   - limits: The maximum numbers and sizes to accept.
    /// - Throws: ``NDEFError`` with any code except `badPayload` and the codes for data areas. The decoder
    ///   does not check the contents of payloads.
    public init(decoding bytes: [UInt8], limits: NDEFLimits = .standard) throws(NDEFError) {
        var decoder = MessageDecoder(bytes, limits: limits, isLenient: false)
        try decoder.run()
        records = decoder.records
    }

    /// Decodes as much as possible. Returns the message and the errors that were found, in the order of their
    /// positions.
    ///
    /// If there are no errors, ``init(decoding:limits:)`` accepts the same bytes and returns the same
    /// message. If a limit is exceeded or the bytes end before a record's payload, decoding stops, and the
    /// last error reports the cause.
    ///
    /// A message with records can be encoded again. A record whose TNF contradicts its type, id or payload
    /// gets the TNF "unknown", which NDEF 1.0 §3.2.6 requires for TNF 7. A truncated payload keeps its
    /// available bytes.
    public static func decodingLeniently(
        _ bytes: [UInt8], limits: NDEFLimits = .standard
    ) -> (message: NDEFMessage, forgiven: [NDEFError]) {
        var decoder = MessageDecoder(bytes, limits: limits, isLenient: true)
        do { try decoder.run() } catch { decoder.forgiven.append(error) }
        return (NDEFMessage(decoder.records), decoder.forgiven)
    }

    /// Returns the offset of each record in the encoded message. For a chunked record, this is the offset of
    /// its first chunk.
    ///
    /// - Returns: One offset for each record that ``decodingLeniently(_:limits:)`` returns for the same
    ///   bytes.
    public static func recordOffsets(in bytes: [UInt8], limits: NDEFLimits = .standard) -> [Int] {
        var decoder = MessageDecoder(bytes, limits: limits, isLenient: true)
        decoder.recordOffsets = []
        try? decoder.run()
        return decoder.recordOffsets ?? []
    }

    /// Returns the message in its shortest legal encoding: without chunks or empty ids, and with one-byte
    /// lengths if they suffice.
    ///
    /// - Throws: ``NDEFError``: `emptyInput` if the message has no records; the code of the violated rule if
    ///   a record is invalid; `limitExceeded` for a type or id over 255 bytes or a payload over 2³² − 1
    ///   bytes.
    public func encoded() throws(NDEFError) -> [UInt8] {
        try MessageEncoder(records).encoded()
    }

    /// The number of bytes that ``encoded()`` returns; 0 for a message without records.
    public var encodedByteCount: Int { MessageEncoder(records).byteCount }
}
