/// A decoder that reads the records of a message in one pass. Strict and lenient decoding differ only in how
/// `report` handles a violated rule.
struct MessageDecoder {
    private let bytes: [UInt8]
    private let limits: NDEFLimits
    private let isLenient: Bool

    private(set) var records: [NDEFRecord] = []
    /// The errors that lenient decoding found, in the order of their positions in the message.
    var forgiven: [NDEFError] = []
    /// The offset of each record's header, collected while decoding; nil if the caller does not need the
    /// offsets.
    var recordOffsets: [Int]?

    /// The offset of the record or chunk that is being read.
    private var offset = 0
    /// The number of headers read, including the current one.
    private var headers = 0
    /// Whether the last record in `records` is chunked and more of its chunks must follow.
    private var isInsideChunks = false

    init(_ bytes: [UInt8], limits: NDEFLimits, isLenient: Bool) {
        self.bytes = bytes
        self.limits = limits
        self.isLenient = isLenient
    }

    /// Decodes all records. Strict decoding throws an error for the first violated rule; lenient decoding
    /// throws only if it cannot continue.
    mutating func run() throws(NDEFError) {
        guard !bytes.isEmpty else { throw NDEFError(.emptyInput) }
        guard bytes.count <= limits.messageBytes else {
            throw limitExceeded(limits.messageBytes, bytes.count, "bytes in the message")
        }
        while offset < bytes.count {
            headers += 1
            guard headers <= limits.records else {
                throw limitExceeded(limits.records, headers, "records in the message")
            }
            let header = try nextHeader()
            let end = try take(header)
            if header.endsMessage {
                if isInsideChunks { try report(.unterminatedChunk) }
                offset = end
                if end < bytes.count { try report(.trailingBytes, found: bytes.count - end) }
                return
            }
            offset = end
        }
        try report(.missingMessageEnd)
    }

    /// Reads the header at `offset`. Throws an error, even in lenient mode, if the data ends before the
    /// payload.
    private func nextHeader() throws(NDEFError) -> RecordHeader {
        let remaining = bytes.count - offset
        guard let header = RecordHeader(bytes, at: offset) else {
            throw error(.truncatedHeader, expected: RecordHeader.byteCount(bytes[offset]), found: remaining)
        }
        let typeRemaining = remaining - header.byteCount
        guard typeRemaining >= header.typeCount else {
            throw error(.truncatedType, expected: header.typeCount, found: typeRemaining)
        }
        let idRemaining = typeRemaining - header.typeCount
        guard idRemaining >= header.idCount else {
            throw error(.truncatedId, expected: header.idCount, found: idRemaining)
        }
        return header
    }

    /// Decodes one record or chunk and returns the offset of its end.
    private mutating func take(_ header: RecordHeader) throws(NDEFError) -> Int {
        let typeStart = offset + header.byteCount
        let idStart = typeStart + header.typeCount
        let payloadStart = idStart + header.idCount
        var payloadCount = header.payloadCount
        if payloadCount > bytes.count - payloadStart {
            let remaining = bytes.count - payloadStart
            try report(.truncatedPayload, expected: payloadCount, found: remaining)
            payloadCount = remaining
        }
        let end = payloadStart + payloadCount
        if header.beginsMessage != (headers == 1) {
            try report(headers == 1 ? .missingMessageBegin : .unexpectedMessageBegin)
        }
        if isInsideChunks, header.tnf != .unchanged {
            try report(.badChunkTNF, found: Int(header.tnf.rawValue))
            isInsideChunks = false
        }
        if isInsideChunks {
            try join(header, payload: bytes[payloadStart..<end])
        } else {
            try append(
                header, type: typeStart..<idStart, id: idStart..<payloadStart, payload: payloadStart..<end)
        }
        isInsideChunks = header.isChunk
        return end
    }

    /// Appends a new record. In lenient mode, a record whose TNF contradicts its type, id or payload gets the
    /// TNF "unknown".
    private mutating func append(
        _ header: RecordHeader, type: Range<Int>, id: Range<Int>, payload: Range<Int>
    ) throws(NDEFError) {
        guard payload.count <= limits.payloadBytes else {
            throw limitExceeded(limits.payloadBytes, payload.count, "bytes in a payload")
        }
        let flaw = header.tnf.flaw(typeCount: type.count, idCount: id.count, payloadCount: payload.count)
        if let flaw { try report(flaw) }
        let isWhole = flaw == nil
        let record = NDEFRecord(
            tnf: isWhole ? header.tnf : .unknown, type: isWhole ? self.type(type) : [], id: copy(id),
            payload: copy(payload))
        recordOffsets?.append(offset)
        // Most messages have one record. An array literal is faster than appending to an empty array.
        if records.isEmpty { records = [record] } else { records.append(record) }
    }

    /// Returns the bytes of a record's type. Records of the most common type share one constant array, which
    /// saves an allocation.
    private func type(_ range: Range<Int>) -> [UInt8] {
        range.count == 1 && bytes[range.lowerBound] == URIRecord.typeByte ? URIRecord.type : copy(range)
    }

    private func copy(_ range: Range<Int>) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        return bytes.withUnsafeBufferPointer { [UInt8](UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Appends a chunk to the last record, which was started by the first chunk. In lenient mode, the chunk's
    /// own type and id are ignored.
    private mutating func join(_ header: RecordHeader, payload: ArraySlice<UInt8>) throws(NDEFError) {
        if header.typeCount > 0 { try report(.typeOnChunk, found: header.typeCount) }
        if header.flags & RecordHeader.Flag.idLength != 0 { try report(.idOnChunk, found: header.idCount) }
        let last = records.count - 1
        let joined = records[last].payload.count + payload.count
        guard joined <= limits.payloadBytes else {
            throw limitExceeded(limits.payloadBytes, joined, "bytes in a payload")
        }
        records[last].payload += payload
        if records[last].tnf == .empty, joined > 0 {
            try report(.nonEmptyEmptyRecord)
            records[last].tnf = .unknown
        }
    }

    /// Handles a violated rule: throws the error in strict mode, and adds it to `forgiven` in lenient mode.
    private mutating func report(
        _ code: NDEFError.Code, expected: Int? = nil, found: Int? = nil
    ) throws(NDEFError) {
        let error = error(code, expected: expected, found: found)
        guard isLenient else { throw error }
        forgiven.append(error)
    }

    private func error(_ code: NDEFError.Code, expected: Int? = nil, found: Int? = nil) -> NDEFError {
        NDEFError(code, offset: offset, record: headers, expected: expected, found: found)
    }

    private func limitExceeded(_ limit: Int, _ found: Int, _ what: String) -> NDEFError {
        NDEFError(
            .limitExceeded, offset: offset, record: headers, expected: limit, found: found, detail: what)
    }
}

/// The header of one record or chunk, as read from the encoded message. Source: NFC Forum NDEF 1.0 §3.2.
struct RecordHeader {
    /// The bits of the first byte. Source: NDEF 1.0 §3.2.1 to §3.2.6.
    enum Flag {
        static let messageBegin: UInt8 = 0x80
        static let messageEnd: UInt8 = 0x40
        static let chunk: UInt8 = 0x20
        static let shortRecord: UInt8 = 0x10
        static let idLength: UInt8 = 0x08
        static let tnf: UInt8 = 0x07
    }

    /// The first byte: flags and TNF.
    let flags: UInt8
    let typeCount: Int
    let idCount: Int
    let payloadCount: Int
    /// The size of the header, which is also the offset of the type from the header's start.
    let byteCount: Int

    /// Reads the header at `offset`, which must be inside `bytes`. Returns nil if the header is truncated.
    init?(_ bytes: [UInt8], at offset: Int) {
        let flags = bytes[offset]
        let byteCount = Self.byteCount(flags)
        guard bytes.count - offset >= byteCount else { return nil }
        self.flags = flags
        self.byteCount = byteCount
        typeCount = Int(bytes[offset + 1])
        if flags & Flag.shortRecord != 0 {
            payloadCount = Int(bytes[offset + 2])
        } else {
            payloadCount = Int(clamping: UInt32(bytes: bytes[offset + 2..<offset + 6]))
        }
        idCount = flags & Flag.idLength != 0 ? Int(bytes[offset + byteCount - 1]) : 0
    }

    /// Returns the size of a header with these flags: 3 to 7 bytes.
    static func byteCount(_ flags: UInt8) -> Int {
        2 + (flags & Flag.shortRecord != 0 ? 1 : 4) + (flags & Flag.idLength != 0 ? 1 : 0)
    }

    var tnf: TNF { TNF(rawValue: flags & Flag.tnf) ?? .reserved }
    var beginsMessage: Bool { flags & Flag.messageBegin != 0 }
    var endsMessage: Bool { flags & Flag.messageEnd != 0 }
    var isChunk: Bool { flags & Flag.chunk != 0 }
}
