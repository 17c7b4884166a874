import TagKit

/// A command that InDataExchange carries to a MIFARE tag; every other one is a syntax error.
///
/// Source: UM0701-02 §7.3.8.
enum MIFARECommand: Hashable {
    /// These frames, one after the other; after the last one silence may be the right answer.
    case frames([[UInt8]], endsInSilence: Bool)
    /// The chip runs MIFARE Classic's cipher by itself.
    case authenticate(block: UInt8, key: ClassicKey, uid: [UInt8])

    /// The command in `data`; nil when the chip does not know it or its length is wrong.
    init?(_ data: [UInt8]) {
        guard let code = data.first else { return nil }
        switch (code, data.count) {
        // READ, WRITE of 4 bytes, TRANSFER.
        case (0x30, 2), (0xA2, 6), (0xB0, 2): self = .frames([data], endsInSilence: false)
        // WRITE of 16 bytes: the block's number first.
        case (0xA0, 18):
            self = .frames([Array(data.prefix(2)), Array(data.dropFirst(2))], endsInSilence: false)
        // DECREMENT, INCREMENT, RESTORE: the operand is taken in silence.
        case (0xC0, 6), (0xC1, 6), (0xC2, 6):
            self = .frames([Array(data.prefix(2)), Array(data.dropFirst(2))], endsInSilence: true)
        case (0x60, 12), (0x61, 12):
            let key = ClassicKey(code == 0x60 ? .a : .b, Array(data[2..<8]))
            self = .authenticate(block: data[1], key: key, uid: Array(data[8...]))
        default: return nil
        }
    }
}
