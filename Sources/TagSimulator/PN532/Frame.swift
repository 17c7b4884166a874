/// A frame between a host and a PN532, without preamble, lengths and checksums.
///
/// Source: NXP UM0701-02 §6.2.1.
public enum Frame: Hashable, Sendable {
    /// The other side has the last frame; from the host it also aborts the command that runs.
    case ack
    /// The host did not get the last answer and wants it again.
    case nack
    /// The chip does not know the command, or its parameters make no sense.
    case syntaxError
    /// A command (`0xD4`, code, parameters) or an answer (`0xD5`, code + 1, data): 1...265 bytes.
    case information([UInt8])

    /// The most bytes that one information frame carries, the frame identifier included (§6.2.1.2).
    public static let largestInformation = 265

    /// The frame as it stands on the wire, from preamble to postamble.
    ///
    /// Up to 255 bytes make a normal frame, more an extended one.
    public var bytes: [UInt8] {
        switch self {
        case .ack: [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
        case .nack: [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
        case .syntaxError: Frame.information([0x7F]).bytes
        case .information(let data): Self.header(data.count) + data + [Self.checksum(data), 0x00]
        }
    }

    /// The byte that makes the sum of `bytes` and itself zero, modulo 256.
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
        0 &- bytes.reduce(0, &+)
    }

    private static func header(_ count: Int) -> [UInt8] {
        precondition((1...largestInformation).contains(count), "an information frame has 1...265 bytes")
        if count <= 0xFF {
            let length = UInt8(count)
            return [0x00, 0x00, 0xFF, length, checksum([length])]
        }
        let length = [UInt8(count >> 8), UInt8(count & 0xFF)]
        return [0x00, 0x00, 0xFF, 0xFF, 0xFF] + length + [checksum(length)]
    }
}
