/// The C-APDUs that an NFC Forum Type 4 tag must know. Source: NFC Forum T4TOP 3.0 §5.4; ISO/IEC 7816-4 §11.
enum TypeFourCommand {
    /// SELECT of the NDEF Tag Application, by name, with Le and without: a few tags take only one form.
    ///
    /// Source: nfcpy/nfcpy#168.
    static let selectApplication: [[UInt8]] = [
        [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00],
        [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01],
    ]

    /// The capability container's file identifier.
    static let containerFile: UInt16 = 0xE103

    /// The last offset that the 15 bits of READ BINARY and UPDATE BINARY hold.
    static let lastOffset = 0x7FFF

    /// SELECT of a file; the answer is a status word alone.
    static func select(file: UInt16) -> [UInt8] {
        [0x00, 0xA4, 0x00, 0x0C, 0x02, UInt8(file >> 8), UInt8(file & 0xFF)]
    }

    /// READ BINARY: `count` bytes, 1 to 255, from `offset` on.
    static func read(offset: Int, count: Int) -> [UInt8] {
        [0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(count)]
    }

    /// UPDATE BINARY: 1 to 255 bytes from `offset` on.
    static func update(offset: Int, _ data: [UInt8]) -> [UInt8] {
        [0x00, 0xD6, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(data.count)] + data
    }
}
