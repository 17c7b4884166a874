public import FailureKit

/// Why bytes are no NDEF message, no data area or no typed record, and where.
///
/// `code` is what programs compare; `summary`, `reason` and `remedy` are the sentences for people.
public struct NDEFError: Failure, Hashable, Sendable {
    /// The kinds of failure; stable names, also the `code` of JSON errors.
    public enum Code: String, Sendable, CaseIterable {
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

    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory { .malformed }

    /// What happened, in half a sentence without a full stop.
    public var summary: String {
        switch code {
        case .emptyInput: "there is no NDEF message"
        case .truncatedHeader, .truncatedType, .truncatedId, .truncatedPayload, .missingMessageEnd:
            "the NDEF message is cut short"
        case .missingMessageBegin, .unexpectedMessageBegin: "the NDEF message does not begin where it should"
        case .trailingBytes: "there are bytes behind the NDEF message"
        case .reservedTNF, .unchangedOutsideChunk, .nonEmptyEmptyRecord, .typeOnUnknown, .missingType:
            "an NDEF record contradicts itself"
        case .unterminatedChunk, .badChunkTNF, .typeOnChunk, .idOnChunk: "a chunked NDEF record is malformed"
        case .truncatedLength, .valueOverrun: "what should hold the NDEF message is cut short"
        case .noNDEF: "the tag's data area holds no NDEF message"
        case .limitExceeded: "a limit is exceeded"
        case .badPayload: "the content breaks the rules of its type"
        }
    }

    /// Why, with the place and the values that prove it, in one line.
    public var reason: String { "\(place): \(fact)" }

    /// What to do next, in one line.
    public var remedy: String {
        switch code {
        case .emptyInput, .noNDEF: "write a message to the tag first"
        case .truncatedHeader, .truncatedType, .truncatedId, .truncatedPayload, .missingMessageEnd,
            .truncatedLength, .valueOverrun:
            "hold the tag still and read again; if it stays so, the tag was left half-written: write it again"
        case .trailingBytes: "cut the bytes off, or decode leniently to pass over them"
        case .missingMessageBegin, .unexpectedMessageBegin, .reservedTNF, .unchangedOutsideChunk,
            .nonEmptyEmptyRecord, .typeOnUnknown, .missingType, .unterminatedChunk, .badChunkTNF,
            .typeOnChunk, .idOnChunk:
            "decode leniently to see what can be seen, and write the tag again"
        case .limitExceeded: "use less of it, or a tag with more room"
        case .badPayload: "use the raw bytes, and write the record again"
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
        case .emptyInput: "no bytes, and the shortest message has 3"
        case .truncatedHeader: "the header of record \(record) has \(counted(expected)), \(remaining)"
        case .truncatedType: "record \(record) announces \(counted(expected, "type ")), \(remaining)"
        case .truncatedId: "record \(record) announces \(counted(expected, "id ")), \(remaining)"
        case .truncatedPayload: "record \(record) announces \(counted(expected, "payload ")), \(remaining)"
        case .missingMessageBegin: "record 1 has no message begin flag"
        case .unexpectedMessageBegin:
            "record \(record) has the message begin flag, which is for record 1 alone"
        case .missingMessageEnd: "the bytes end here, and no record has the message end flag"
        case .trailingBytes: "\(counted(found)) behind the record with the message end flag"
        case .reservedTNF: "record \(record) has TNF 7, which is reserved"
        case .unchangedOutsideChunk: "record \(record) has TNF 6 and continues no chunked record"
        case .nonEmptyEmptyRecord: "record \(record) has TNF 0, empty, and yet a type, an id or a payload"
        case .typeOnUnknown: "record \(record) has TNF 5, unknown type, and yet a type"
        case .missingType: "record \(record) has a TNF that asks for a type, and has none"
        case .unterminatedChunk: "record \(record) has the message end flag and the chunk flag"
        case .badChunkTNF:
            "record \(record) should continue a chunked record with TNF 6, and has TNF \(found ?? 0)"
        case .typeOnChunk: "record \(record) continues a chunked record, and has a type"
        case .idOnChunk: "record \(record) continues a chunked record, and has an id"
        case .truncatedLength: "the length is cut short"
        case .valueOverrun: "\(counted(expected)) are announced, \(remaining)"
        case .noNDEF: "no NDEF Message TLV up to here"
        case .limitExceeded: "\(found ?? 0) \(detail), at most \(expected ?? 0) are allowed"
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
