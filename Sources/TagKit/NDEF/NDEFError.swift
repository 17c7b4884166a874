public import FailureKit

/// Why bytes are no NDEF message, no data area or no typed record, and where.
///
/// `code` is what programs compare; `summary`, `reason` and `remedy` are the sentences for people.
public struct NDEFError: Failure, Hashable, Sendable {
    /// The kinds of failure; stable names, also the `code` of JSON errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // The bytes end too early. Source: NFC Forum NDEF 1.0 §3.2.
        case emptyInput, truncatedHeader, truncatedType, truncatedId, truncatedPayload
        // MB on the first record alone, ME on the last alone, nothing behind it. Source: NDEF 1.0 §3.2.1, §3.2.2.
        case missingMessageBegin, unexpectedMessageBegin, missingMessageEnd, trailingBytes
        // What a TNF asks of type, id and payload. Source: NDEF 1.0 §3.2.6.
        case reservedTNF, unchangedOutsideChunk, nonEmptyEmptyRecord, typeOnUnknown, missingType
        // Chunked records. Source: NDEF 1.0 §2.3.3.
        case unterminatedChunk, badChunkTNF, typeOnChunk, idOnChunk
        // The area or file that holds the message. Source: NFC Forum T2TOP 1.1 §2.3, T4TOP 3.0 §5.
        case truncatedLength, valueOverrun, noNDEF
        // A limit of ``NDEFLimits`` or of the format; a payload that its record type forbids.
        case limitExceeded, badPayload
    }

    /// What failed.
    public let code: Code
    /// The offending record's first byte, from the message's start; for trailing bytes the first of them.
    /// 0 for errors of an area.
    public internal(set) var offset: Int
    /// The offending byte from the start of the data area or file, where the message came from one.
    public internal(set) var areaOffset: Int?
    /// Which record of the message, from 1; 0 where no record is to blame.
    public let record: Int
    /// How many bytes, records or levels were announced or allowed, where a number proves the error.
    public let expected: Int?
    /// How many there were instead.
    public let found: Int?
    /// What exactly is wrong, where the code leaves it open; half a sentence.
    public let detail: String

    /// Makes an error from its code, its place and the values that prove it.
    public init(
        _ code: Code, offset: Int = 0, areaOffset: Int? = nil, record: Int = 0, expected: Int? = nil,
        found: Int? = nil, detail: String = ""
    ) {
        self.code = code
        self.offset = offset
        self.areaOffset = areaOffset
        self.record = record
        self.expected = expected
        self.found = found
        self.detail = detail
    }
}

extension NDEFError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory { .malformed }
}
