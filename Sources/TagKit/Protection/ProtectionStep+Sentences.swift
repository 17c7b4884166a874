import TextKit

extension ProtectionStep {
    /// The step's command in the notation of the data sheet, such as `WRITE page 2Ah: 00050000 -> 40050000`.
    public var command: String {
        switch action {
        case .write(let page, let old, let new):
            "WRITE page \(Hex.byte(UInt8(page))): \(Hex.upper(old)) -> \(Hex.upper(new))"
        case .writePassword(let page): "WRITE page \(Hex.byte(UInt8(page))): PWD, 4 secret bytes"
        case .writeAcknowledge(let page):
            "WRITE page \(Hex.byte(UInt8(page))): PACK, 2 secret bytes, and 0000"
        case .authenticate: "PWD_AUTH, with the response PACK"
        case .powerCycle: "power cycle and select"
        case .readBack(let expected):
            "READ and compare pages " + expected.map { Hex.byte(UInt8($0.page)) }.joined(separator: " ")
        case .readMirror(let mirror):
            "READ \(mirror.content.byteCount) bytes from page \(Hex.byte(UInt8(mirror.page))), "
                + "byte \(mirror.byte) on"
        case .proveRefused(let page, let bytes):
            "WRITE page \(Hex.byte(UInt8(page))): \(Hex.upper(bytes)), which must be refused"
        }
    }
}

extension BitChange {
    /// A description of the bit: its position, its new value and its name, such as
    /// `byte 2 bit 3: 1  L3: page 3, the CC`.
    public var sentence: String { "byte \(byte) bit \(bit): \(isSet ? 1 : 0)  \(name)" }
}
