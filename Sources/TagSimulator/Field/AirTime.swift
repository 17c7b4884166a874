/// How long frames take on the air at 106 kbit/s, and how long the parties wait for each other.
///
/// All in microseconds, rounded once at the end. Source: ISO/IEC 14443-2 §8.1, ISO/IEC 14443-3 §6.2.
public enum AirTime {
    /// The carrier, 13.56 MHz, in periods a microsecond.
    static let carrier = 13.56
    /// One bit lasts 128 carrier periods: 9.44 µs. Source: ISO/IEC 14443-2 §8.1.1.
    static let bitMicroseconds = 128 / carrier
    /// A tag answers 1172 carrier periods behind a frame whose last bit is 0, and 1236 behind a 1; real tags need
    /// 1188 to 1268. Source: ISO/IEC 14443-3 §6.2.1.1; `docs/simulator.md`.
    static let answerDelayMicroseconds = 1172 / carrier
    /// A reader waits as long before its next frame. Source: ISO/IEC 14443-3 §6.2.1.2.
    static let requestGuardMicroseconds = 1172 / carrier
    /// After so long a PN532 gives an answer up, as libnfc sets it up. Source: PN532 UM0701-02 §7.3.1.
    static let readerTimeoutMicroseconds = 51_200

    /// The time of one frame: start and end bits, a parity bit for each byte, and the CRC where it has one.
    ///
    /// - Parameter hasCRC: Whether two bytes of CRC follow; anticollision and ATQA have none.
    public static func microseconds(_ frame: RFFrame, hasCRC: Bool) -> Double {
        let wholeBytes = frame.bitCount / 8 + (hasCRC ? 2 : 0)
        // A start bit and an end bit; a short frame, an ACK and a split byte have no parity at their end.
        let bits = 2 + wholeBytes * 9 + frame.bitCount % 8
        return Double(bits) * bitMicroseconds
    }
}
