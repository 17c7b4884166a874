/// An encoder that writes each record in its shortest valid form.
struct MessageEncoder {
    private let records: [NDEFRecord]

    init(_ records: [NDEFRecord]) { self.records = records }

    /// The sizes of a record's parts, which determine its header.
    private struct Sizes {
        let type: Int
        let id: Int
        let payload: Int

        init(_ record: NDEFRecord) {
            type = record.type.count
            id = record.id.count
            payload = record.payload.count
        }

        var isShort: Bool { payload <= 255 }

        /// The size of the encoded record in bytes: flags, TYPE LENGTH, PAYLOAD LENGTH, ID LENGTH, type, id
        /// and payload.
        ///
        /// Source: NFC Forum NDEF 1.0 §3.2.
        var total: Int { 2 + (isShort ? 1 : 4) + (id == 0 ? 0 : 1) + type + id + payload }
    }

    /// The total size of the encoded records in bytes.
    var byteCount: Int {
        var sum = 0
        for index in records.indices { sum += Sizes(records[index]).total }
        return sum
    }

    func encoded() throws(NDEFError) -> [UInt8] {
        guard !records.isEmpty else { throw NDEFError(.emptyInput) }
        var offset = 0
        for index in records.indices {
            let sizes = Sizes(records[index])
            try check(sizes, index, at: offset)
            offset += sizes.total
        }
        return bytes(count: offset)
    }

    /// Returns the encoded records without checking them. The caller must ensure that they are valid.
    func encodedUnchecked() -> [UInt8] { bytes(count: byteCount) }

    /// Throws an error for a record that the decoder would reject or that is too large to encode.
    private func check(_ sizes: Sizes, _ index: Int, at offset: Int) throws(NDEFError) {
        let flaw = records[index].tnf.flaw(
            typeCount: sizes.type, idCount: sizes.id, payloadCount: sizes.payload)
        if let flaw { throw NDEFError(flaw, offset: offset, record: index + 1) }
        guard sizes.type <= 255, sizes.id <= 255, UInt32(exactly: sizes.payload) != nil else {
            throw tooLarge(sizes, index, at: offset)
        }
    }

    private func tooLarge(_ sizes: Sizes, _ index: Int, at offset: Int) -> NDEFError {
        let (limit, found, what) =
            if sizes.type > 255 {
                (255, sizes.type, "bytes in a type")
            } else if sizes.id > 255 {
                (255, sizes.id, "bytes in an id")
            } else {
                (Int(clamping: UInt32.max), sizes.payload, "bytes in a payload")
            }
        return NDEFError(
            .limitExceeded, offset: offset, record: index + 1, expected: limit, found: found, detail: what)
    }

    private func bytes(count: Int) -> [UInt8] {
        [UInt8].filled(count) { buffer in
            var writer = ByteWriter(buffer)
            for index in records.indices { write(index, to: &writer) }
        }
    }

    private func write(_ index: Int, to writer: inout ByteWriter) {
        typealias Flag = RecordHeader.Flag
        let sizes = Sizes(records[index])
        var flags = records[index].tnf.rawValue
        if index == 0 { flags |= Flag.messageBegin }
        if index == records.count - 1 { flags |= Flag.messageEnd }
        if sizes.isShort { flags |= Flag.shortRecord }
        if sizes.id > 0 { flags |= Flag.idLength }
        writer.write(flags)
        writer.write(UInt8(sizes.type))
        if sizes.isShort {
            writer.write(UInt8(sizes.payload))
        } else {
            writer.write(bigEndian: UInt32(sizes.payload))
        }
        if sizes.id > 0 { writer.write(UInt8(sizes.id)) }
        writer.write(records[index].type)
        writer.write(records[index].id)
        writer.write(records[index].payload)
    }
}

/// A writer that fills a buffer of fixed size. Writing past the buffer's end is a programming error and
/// traps.
struct ByteWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var offset = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func write(_ byte: UInt8) {
        precondition(offset < buffer.count, "the message is longer than its measured size")
        buffer.initializeElement(at: offset, to: byte)
        offset += 1
    }

    mutating func write(bigEndian value: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) { write(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func write(_ bytes: [UInt8]) {
        precondition(bytes.count <= buffer.count - offset, "the message is longer than its measured size")
        offset = buffer[offset...].initialize(fromContentsOf: bytes)
    }
}

extension [UInt8] {
    /// Returns an array of `count` bytes that `fill` must write completely.
    ///
    /// The bytes are written to the stack and then copied. This takes half the time of filling an array that
    /// was created with its final size, because Swift looks up the storage type of such an array at run time.
    static func filled(
        _ count: Int, by fill: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
            fill(buffer)
            return [UInt8](UnsafeBufferPointer(buffer))
        }
    }
}
