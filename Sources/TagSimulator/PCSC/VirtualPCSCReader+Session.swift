import TagKit

/// The commands of transparent sessions, in which a program sends raw frames to the tag.
///
/// Source: PC/SC part 3 supplement for contactless ICCs 2.02 §2; ACS, ACM1252U-Y3 reference manual 1.03
/// §5.2.3.
extension VirtualPCSCReader {
    /// Processes an APDU that begins with `FF C2`. Function 00 starts or ends a session, 01 exchanges bytes
    /// with the tag, and 02 switches the protocol.
    mutating func session(_ function: UInt8, _ objects: [UInt8]) -> [UInt8] {
        guard profile == .transparent else { return StatusWord.unknownInstruction }
        return perform(function, objects) + StatusWord.done
    }

    private mutating func perform(_ function: UInt8, _ objects: [UInt8]) -> [UInt8] {
        switch (function, objects) {
        case (0x00, [0x81, 0x00]):
            hasSession = true
            return Self.result(StatusWord.done)
        case (0x00, [0x82, 0x00]):
            hasSession = false
            return Self.result(StatusWord.done)
        case (0x02, [0x8F, 0x02, 0x00, 0x03]) where hasSession: return Self.result(StatusWord.done)
        case (0x01, _) where hasSession: return transceive(objects)
        default: return Self.result(StatusWord.notSupported, object: 0x01)
        }
    }

    /// Sends the bytes of the transceive data object to the tag. Returns data objects with the tag's response
    /// and the number of valid bits in its last byte.
    private mutating func transceive(_ objects: [UInt8]) -> [UInt8] {
        var rest = objects[...]
        while let tag = rest.popFirst() {
            if tag == 0x5F { rest = rest.dropFirst() }
            guard let length = rest.popFirst().map(Int.init), length <= rest.count else { break }
            guard tag == 0x95 else {
                rest = rest.dropFirst(length)
                continue
            }
            let outcome = chip.antenna.exchange(
                RFFrame(Array(rest.prefix(length))), timeout: AirTime.readerTimeoutMicroseconds)
            switch outcome {
            case .frame(let answer): return Self.result(StatusWord.done) + Self.objects(answer, status: 0)
            case .damaged(let answer): return Self.result(StatusWord.done) + Self.objects(answer, status: 1)
            case .collision: return Self.result(StatusWord.done) + [0x96, 0x02, 0x02, 0x00]
            // No response from the card (supplement §2.3.11).
            case .silence: return Self.result([0x64, 0x01], object: 0x01)
            }
        }
        return Self.result(StatusWord.wrongLength, object: 0x01)
    }

    private static func objects(_ answer: RFFrame, status: UInt8) -> [UInt8] {
        [0x92, 0x01, UInt8(answer.bitCount % 8), 0x96, 0x02, status, 0x00, 0x97]
            + length(answer.bytes.count) + answer.bytes
    }

    /// Returns the length field of a data object of at most 65,535 bytes.
    ///
    /// Source: ISO/IEC 8825-1 §8.1.3.
    private static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        }
    }

    /// Returns the data object for a result: the number of the data object that failed, or 0 for none, and a
    /// status word.
    private static func result(_ status: [UInt8], object: UInt8 = 0) -> [UInt8] {
        [0xC0, 0x03, object] + status
    }
}
