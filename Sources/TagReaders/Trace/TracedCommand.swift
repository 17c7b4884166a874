import TagKit
import TextKit

/// A ``TagCommand`` as a trace shows it: its name and its bytes, and never a key or a password.
struct TracedCommand: Hashable, Sendable, CustomStringConvertible {
    /// The data sheet's name.
    var name: String
    /// The bytes on the air without CRC; a key and a password are left out.
    var bytes: [UInt8]

    /// Whether the answer is a secret too, and left out: PACK, which belongs to the password.
    var hidesAnswer = false

    init(_ command: TagCommand) {
        if case .passwordAuthenticate = command { hidesAnswer = true }
        (name, bytes) =
            switch command {
            case .getVersion: ("GET_VERSION", [0x60])
            case .read(let page): ("READ", [0x30, page])
            case .fastRead(let first, let last): ("FAST_READ", [0x3A, first, last])
            case .write(let page, let data): ("WRITE", [0xA2, page] + data)
            case .writeSecret(let page, _): ("WRITE", [0xA2, page])
            case .passwordAuthenticate: ("PWD_AUTH", [0x1B])
            case .readSignature: ("READ_SIG", [0x3C, 0x00])
            case .ultralightCAuthenticate: ("AUTHENTICATE", [0x1A, 0x00])
            case .apdu(let bytes): ("APDU", bytes)
            // CLA to P2, and Lc.
            case .secretAPDU(let bytes): ("APDU", Array(bytes.prefix(5)))
            case .authenticate(let block, let key):
                ("CLASSIC_AUTHENTICATE", [key.slot == .a ? 0x60 : 0x61, block])
            case .readBlock(let block): ("CLASSIC_READ", [0x30, block])
            case .writeBlock(let block, let data): ("CLASSIC_WRITE", [0xA0, block] + data)
            }
    }

    var description: String { "\(name) \(Hex.lower(bytes))" }
}
