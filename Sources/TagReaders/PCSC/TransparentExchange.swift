import TagKit
import TextKit

/// The commands of a transparent session, in which a reader passes bytes to the tag unchanged. Commands and
/// responses consist of data objects.
///
/// Source: PC/SC part 3 supplement for contactless ICCs 2.02 §2; ACS, ACM1252U-Y3 reference manual 1.03
/// §5.2.3.
enum TransparentExchange {
    static let begin = command(0x00, [0x81, 0x00])
    static let end = command(0x00, [0x82, 0x00])
    /// The Switch Protocol command, which selects ISO/IEC 14443 type A at layer 3. At this layer, the reader
    /// does not wrap the bytes in ISO-DEP blocks.
    static let layer3 = command(0x02, [0x8F, 0x02, 0x00, 0x03])

    /// The data object that sets the reader's timer to 132 ms. Readers interpret its byte order differently,
    /// but this value is the same in both orders.
    private static let timer: [UInt8] = [0x5F, 0x46, 0x04, 0x00, 0x02, 0x02, 0x00]

    /// Returns the Transceive command, which sends bytes to the tag. The reader appends a CRC to the bytes
    /// and removes the CRC from the response.
    static func transceive(_ bytes: [UInt8]) -> [UInt8] {
        command(0x01, timer + [0x95, UInt8(bytes.count)] + bytes)
    }

    private static func command(_ function: UInt8, _ objects: [UInt8]) -> [UInt8] {
        [0xFF, 0xC2, 0x00, function, UInt8(objects.count)] + objects + [0x00]
    }

    /// A tag's response. A 4-bit response is stored in one byte; only 4 bits of that byte are valid.
    struct TagResponse: Hashable {
        var bytes: [UInt8]
        /// The number of valid bits in the last byte. 0 means that all bits are valid.
        var lastBits: UInt8

        /// The value of a 4-bit response; nil for other responses. The binary value 1010 is an ACK; any other
        /// value is a NAK (NXP NTAG213/215/216 data sheet §9.3).
        var nibble: UInt8? { bytes.count == 1 && lastBits == 4 ? bytes[0] & 0x0F : nil }
    }

    /// Throws an error if the reader's response to ``begin``, ``end`` or ``layer3`` reports a failure.
    static func check(_ answer: ReaderResponse) throws(TagError) {
        try check(objects(answer.data()))
    }

    /// Extracts the tag's response from the reader's response to ``transceive(_:)``.
    ///
    /// - Throws: `tagLost` if the tag does not respond; `nak` if the tag's response is damaged, or is a NAK
    ///   that the reader reports as damaged; the error that the reader reports.
    static func tagAnswer(_ answer: ReaderResponse) throws(TagError) -> TagResponse {
        let objects = try objects(answer.data())
        try check(objects)
        let lastBits = objects[0x92].flatMap(\.first).map { $0 & 0x07 } ?? 0
        // The lowest bits of the response status are CRC, collision, parity and framing errors. A 4-bit response has no
        // CRC.
        if let status = objects[0x96]?.first, status & 0x0F != 0, lastBits != 4 {
            throw TagError(
                .nak, "the tag refused the command, or its response was damaged",
                reason: "the reader's response status is \(Hex.upper([status]))")
        }
        guard let bytes = objects[0x97], !bytes.isEmpty else {
            throw .silent(reason: "the reader's response contains no data from the tag")
        }
        return TagResponse(bytes: bytes, lastBits: lastBits)
    }

    /// Throws an error if the data object `C0` reports a failure. `C0` contains the number of the data object
    /// that failed, followed by a status word.
    private static func check(_ objects: [UInt16: [UInt8]]) throws(TagError) {
        guard let error = objects[0xC0] else { return }
        guard error.count == 3 else {
            throw ReaderResponse.senseless("the error object must have 3 bytes, not \(error.count)")
        }
        if let error = try ReaderResponse(Array(error.dropFirst())).error { throw error }
    }

    /// Returns the values of the data objects in a response, keyed by the number that identifies each object.
    /// If a number occurs several times, the last value is returned.
    ///
    /// - Throws: `readerProtocol` if a length exceeds the available data.
    private static func objects(_ data: [UInt8]) throws(TagError) -> [UInt16: [UInt8]] {
        var objects: [UInt16: [UInt8]] = [:]
        var rest = data[...]
        while let first = rest.popFirst() {
            var tag = UInt16(first)
            if first & 0x1F == 0x1F { tag = tag << 8 | UInt16(rest.popFirst() ?? 0) }
            guard var length = rest.popFirst().map(Int.init) else { throw cutOff }
            if length == 0x81 {
                guard let long = rest.popFirst() else { throw cutOff }
                length = Int(long)
            } else if length == 0x82 {
                guard let high = rest.popFirst(), let low = rest.popFirst() else { throw cutOff }
                length = Int(high) << 8 | Int(low)
            }
            guard length <= rest.count else { throw cutOff }
            objects[tag] = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return objects
    }

    private static let cutOff = ReaderResponse.senseless("a data object runs past the end of the response")
}
