public import FailureKit

/// An error in an NDEF message, a data area or a typed record, with its position and cause.
///
/// Programs compare `code`; `summary`, `reason` and `remedy` are sentences for people.
public struct NDEFError: Failure, Hashable, Sendable {
    /// The error codes. They are stable and also appear as `code` in JSON errors.
    public enum Code: String, Sendable, CaseIterable {
        // Truncated input. Source: NFC Forum NDEF 1.0 §3.2.
        /// The input has no bytes, or the message to encode has no records.
        case emptyInput
        /// The bytes end within a record's header.
        case truncatedHeader
        /// The bytes end within a record's type.
        case truncatedType
        /// The bytes end within a record's id.
        case truncatedId
        /// The record declares more payload bytes than remain.
        case truncatedPayload
        // MB belongs on the first record only, ME on the last only, and nothing may follow the last.
        // Source: NDEF 1.0 §3.2.1, §3.2.2.
        /// The first record does not set MB.
        case missingMessageBegin
        /// A record after the first one sets MB.
        case unexpectedMessageBegin
        /// The bytes end without a record that sets ME.
        case missingMessageEnd
        /// Bytes follow the record that sets ME.
        case trailingBytes
        // Records whose type, id or payload contradicts the TNF. Source: NDEF 1.0 §3.2.6.
        /// The record has TNF 7, which is reserved.
        case reservedTNF
        /// The record has TNF 6 (unchanged), but does not continue a chunked record.
        case unchangedOutsideChunk
        /// The record has TNF 0 (empty), but also a type, an id or a payload.
        case nonEmptyEmptyRecord
        /// The record has TNF 5 (unknown), but also a type.
        case typeOnUnknown
        /// The record's TNF requires a type, but the type is empty.
        case missingType
        // Errors of chunked records. Source: NDEF 1.0 §2.3.3.
        /// The message ends within a chunked record.
        case unterminatedChunk
        /// A chunk after the first one does not have TNF 6 (unchanged).
        case badChunkTNF
        /// A chunk after the first one has a type.
        case typeOnChunk
        /// A chunk after the first one has an id.
        case idOnChunk
        // Errors in the area or file that contains the message. Source: NFC Forum T2TOP 1.1 §2.3, T4TOP 3.0 §5.
        /// A length field is incomplete.
        case truncatedLength
        /// A length field declares more bytes than remain.
        case valueOverrun
        /// The data area contains no NDEF Message TLV.
        case noNDEF
        // Exceeded limits and invalid payloads.
        /// A limit of ``NDEFLimits`` or of the format is exceeded.
        case limitExceeded
        /// The payload violates the rules of its record type.
        case badPayload
    }

    /// The kind of failure.
    public let code: Code
    /// The offset of the error from the message's start: the offset of the offending record or of the first
    /// trailing byte. If no record sets ME, the offset is the number of bytes. For an error that is in the
    /// data area but outside the message, the offset is 0.
    public internal(set) var offset: Int
    /// The offset of the offending byte from the start of the data area or file; nil if neither was parsed.
    public internal(set) var areaOffset: Int?
    /// The number of the offending record, counted from 1; 0 if the error does not concern a record.
    public let record: Int
    /// The number of bytes, records or nesting levels that the data declares, or that a rule or limit allows;
    /// nil if the error has no such number.
    public let expected: Int?
    /// The number of bytes, records or nesting levels that were found, or the TNF that was found for
    /// `badChunkTNF`. Nil if the error has no such value.
    public let found: Int?
    /// A clause with details about the error; may be empty.
    public let detail: String

    /// Creates an error with a code, a position and values.
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

    /// The raw value of `code`.
    public var failureCode: String { code.rawValue }

    /// The failure category: always `malformed`.
    public var category: FailureCategory { .malformed }

    /// A clause that describes what happened, without a period.
    public var summary: String {
        switch code {
        case .emptyInput: "there is no NDEF message"
        case .truncatedHeader, .truncatedType, .truncatedId, .truncatedPayload, .missingMessageEnd:
            "the NDEF message is truncated"
        case .missingMessageBegin, .unexpectedMessageBegin: "the NDEF message has no valid beginning"
        case .trailingBytes: "there are bytes after the NDEF message"
        case .reservedTNF, .unchangedOutsideChunk, .nonEmptyEmptyRecord, .typeOnUnknown, .missingType:
            "an NDEF record has an invalid header"
        case .unterminatedChunk, .badChunkTNF, .typeOnChunk, .idOnChunk: "a chunked NDEF record is malformed"
        case .truncatedLength, .valueOverrun: "the data that contains the NDEF message is truncated"
        case .noNDEF: "the tag's data area contains no NDEF message"
        case .limitExceeded: "the NDEF message exceeds a limit"
        case .badPayload: "the record's content is not valid for its type"
        }
    }

    /// The cause in one line, with the position and the values.
    public var reason: String { "\(place): \(fact)" }

    /// The next step in one line.
    public var remedy: String {
        switch code {
        case .emptyInput, .noNDEF: "write a message to the tag first"
        case .truncatedHeader, .truncatedType, .truncatedId, .truncatedPayload, .missingMessageEnd,
            .truncatedLength, .valueOverrun:
            "hold the tag still and read it again; if that fails, write the tag again"
        case .trailingBytes: "remove the bytes, or decode leniently to skip them"
        case .missingMessageBegin, .unexpectedMessageBegin, .reservedTNF, .unchangedOutsideChunk,
            .nonEmptyEmptyRecord, .typeOnUnknown, .missingType, .unterminatedChunk, .badChunkTNF,
            .typeOnChunk, .idOnChunk:
            "decode leniently to see the readable records, and write the tag again"
        case .limitExceeded: "use a shorter message with fewer records, or a tag with more memory"
        case .badPayload: "write the record again with valid content"
        }
    }

    private var place: String {
        switch (areaOffset, record) {
        case (nil, _): "byte \(offset)"
        case (let area?, 0): "area byte \(area)"
        case (let area?, _): "byte \(offset), area byte \(area)"
        }
    }

    private var fact: String {
        switch code {
        case .emptyInput: "there are no bytes; the shortest message has 3 bytes"
        case .truncatedHeader: "the header of record \(record) has \(counted(expected)), but \(remaining)"
        case .truncatedType: "record \(record) declares \(counted(expected, "type ")), but \(remaining)"
        case .truncatedId: "record \(record) declares \(counted(expected, "id ")), but \(remaining)"
        case .truncatedPayload: "record \(record) declares \(counted(expected, "payload ")), but \(remaining)"
        case .missingMessageBegin: "record 1 has no message begin flag"
        case .unexpectedMessageBegin:
            "record \(record) has the message begin flag, which only record 1 may have"
        case .missingMessageEnd: "the bytes end here, but no record has the message end flag"
        case .trailingBytes: "the record with the message end flag is followed by \(counted(found))"
        case .reservedTNF: "record \(record) has TNF 7, which is reserved"
        case .unchangedOutsideChunk:
            "record \(record) has TNF 6, but does not continue a chunked record"
        case .nonEmptyEmptyRecord: "record \(record) has TNF 0 (empty), but also a type, an id or a payload"
        case .typeOnUnknown: "record \(record) has TNF 5 (unknown type), but also a type"
        case .missingType: "record \(record) has a TNF that requires a type, but no type"
        case .unterminatedChunk: "record \(record) has the message end flag and the chunk flag"
        case .badChunkTNF:
            "record \(record) should continue a chunked record with TNF 6, but has TNF \(found ?? 0)"
        case .typeOnChunk: "record \(record) continues a chunked record, but has a type"
        case .idOnChunk: "record \(record) continues a chunked record, but has an id"
        case .truncatedLength: "the length is truncated"
        case .valueOverrun: "the length declares \(counted(expected)), but \(remaining)"
        case .noNDEF: "there is no NDEF Message TLV before this byte"
        case .limitExceeded: "\(found ?? 0) \(detail), but at most \(expected ?? 0) are allowed"
        case .badPayload: detail
        }
    }

    private var remaining: String {
        let found = found ?? 0
        return "\(found) \(found == 1 ? "remains" : "remain")"
    }

    private func counted(_ number: Int?, _ what: String = "") -> String {
        let number = number ?? 0
        return "\(number) \(what)\(number == 1 ? "byte" : "bytes")"
    }
}
