/// Writes records in their shortest legal form.
struct MessageEncoder {
    private let records: [NDEFRecord]

    init(_ records: [NDEFRecord]) { self.records = records }

    /// The sum of the records' sizes.
    var byteCount: Int { records.reduce(0) { $0 + Self.byteCount($1) } }

    func encoded() throws(NDEFError) -> [UInt8] {
        guard !records.isEmpty else { throw NDEFError(.emptyInput) }
        try check()
        return encodedUnchecked()
    }

    /// Encodes records that were checked where they were made.
    func encodedUnchecked() -> [UInt8] {
        let byteCount = byteCount
        return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            var writer = ByteWriter(buffer)
            for index in records.indices {
                write(records[index], first: index == 0, last: index == records.count - 1, to: &writer)
            }
            count = byteCount
        }
    }

    /// Refuses what decoding would refuse, at the offset where it would stand.
    private func check() throws(NDEFError) {
        var offset = 0
        for (index, record) in records.enumerated() {
            func refuse(_ code: NDEFError.Code, limit: Int? = nil, found: Int? = nil, _ what: String = "")
                -> NDEFError
            {
                NDEFError(
                    code, offset: offset, record: index + 1, expected: limit, found: found, detail: what)
            }
            let flaw = record.tnf.flaw(
                typeCount: record.type.count, idCount: record.id.count, payloadCount: record.payload.count)
            if let flaw { throw refuse(flaw) }
            for (bytes, what) in [(record.type, "bytes in a type"), (record.id, "bytes in an id")]
            where bytes.count > 255 {
                throw refuse(.limitExceeded, limit: 255, found: bytes.count, what)
            }
            guard UInt32(exactly: record.payload.count) != nil else {
                throw refuse(
                    .limitExceeded, limit: Int(clamping: UInt32.max), found: record.payload.count,
                    "bytes in a payload")
            }
            offset += Self.byteCount(record)
        }
    }

    private static func isShort(_ record: NDEFRecord) -> Bool { record.payload.count <= 255 }

    private static func byteCount(_ record: NDEFRecord) -> Int {
        2 + (isShort(record) ? 1 : 4) + (record.id.isEmpty ? 0 : 1) + record.type.count + record.id.count
            + record.payload.count
    }

    private func write(_ record: NDEFRecord, first: Bool, last: Bool, to writer: inout ByteWriter) {
        typealias Flag = RecordHeader.Flag
        var flags = record.tnf.rawValue
        if first { flags |= Flag.messageBegin }
        if last { flags |= Flag.messageEnd }
        if Self.isShort(record) { flags |= Flag.shortRecord }
        if !record.id.isEmpty { flags |= Flag.idLength }
        writer.write(flags)
        writer.write(UInt8(record.type.count))
        if Self.isShort(record) {
            writer.write(UInt8(record.payload.count))
        } else {
            writer.write(bigEndian: UInt32(record.payload.count))
        }
        if !record.id.isEmpty { writer.write(UInt8(record.id.count)) }
        writer.write(record.type)
        writer.write(record.id)
        writer.write(record.payload)
    }
}

/// Writes into memory that was measured before; writing past its end is a bug of ours and stops the program.
struct ByteWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var offset = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func write(_ byte: UInt8) {
        precondition(offset < buffer.count, "the message is longer than was measured")
        buffer.initializeElement(at: offset, to: byte)
        offset += 1
    }

    mutating func write(bigEndian value: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) { write(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func write(_ bytes: [UInt8]) {
        precondition(bytes.count <= buffer.count - offset, "the message is longer than was measured")
        offset =
            UnsafeMutableBufferPointer(rebasing: buffer[offset...]).initialize(fromContentsOf: bytes) + offset
    }
}
