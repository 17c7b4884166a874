import TagKit
import TextKit

/// One line of a trace: what a reader was asked and what came of it.
///
/// A trace is a text file with one JSON object a line; `docs/hardware.md` describes it.
public struct TraceLine: Hashable, Sendable, Codable {
    /// What was asked of the reader.
    public enum Action: String, Sendable, Codable {
        /// The first line: which reader.
        case open
        case select, reselect, send
        case powerCycle = "power_cycle"
        case removal
        case close
    }

    /// What was asked.
    public var action: Action
    /// When it was asked, in milliseconds behind the first line.
    public var at: Double
    /// How long it took, in milliseconds.
    public var milliseconds: Double
    /// `open`: what people call the reader.
    public var reader: String?
    /// `open`: the reader's capabilities, as the number of their bits. `select`: where it has others by then.
    public var capabilities: Int?
    /// `send`: the command's name, as `FAST_READ`.
    public var command: String?
    /// `send`: the command's bytes in hex, without a key.
    public var bytes: String?
    /// `send`: the answer in hex; empty for a 4-bit ACK.
    public var answer: String?
    /// `select`: what the tag said.
    public var tag: TracedTag?
    /// What went wrong, where something did.
    public var error: TracedError?

    /// A line with an action and its times; the rest is set where it is known.
    public init(_ action: Action, at: Double = 0, milliseconds: Double = 0) {
        self.action = action
        self.at = at
        self.milliseconds = milliseconds
    }

    private enum CodingKeys: String, CodingKey {
        case action = "do"
        case at = "at_ms"
        case milliseconds = "ms"
        case reader, capabilities, command, bytes, answer, tag, error
    }
}

/// A selected tag in a trace.
public struct TracedTag: Hashable, Sendable, Codable {
    /// Four hex digits.
    public var atqa: String
    /// Two hex digits.
    public var sak: String
    /// The UID in hex.
    public var uid: String
    /// The answer to RATS behind TL in hex; empty without ISO-DEP.
    public var ats: String

    init(_ tag: SelectedTag) {
        atqa = Hex.lower([UInt8(tag.atqa >> 8), UInt8(tag.atqa & 0xFF)])
        sak = Hex.lower([tag.sak])
        uid = Hex.lower(tag.uid)
        ats = Hex.lower(tag.ats)
    }

    /// The tag again; nil where the text is no hex of the right length.
    var value: SelectedTag? {
        guard let atqa = Hex.bytes(of: atqa), atqa.count == 2, let sak = Hex.bytes(of: sak), sak.count == 1,
            let uid = Hex.bytes(of: uid), [4, 7, 10].contains(uid.count), let ats = Hex.bytes(of: ats)
        else { return nil }
        return SelectedTag(atqa: UInt16(atqa[0]) << 8 | UInt16(atqa[1]), sak: sak[0], uid: uid, ats: ats)
    }
}

/// A ``TagError`` in a trace.
public struct TracedError: Hashable, Sendable, Codable {
    /// The error's code.
    public var code: String
    /// What happened.
    public var summary: String
    /// Why.
    public var reason: String
    /// The step to take next.
    public var remedy: String

    init(_ error: TagError) {
        code = error.code.rawValue
        summary = error.summary
        reason = error.reason
        remedy = error.remedy
    }

    /// The error again; nil where the code is none of ours.
    var value: TagError? {
        // Only a caller that waited for a tag can learn that there is none.
        TagError.Code(rawValue: code).map {
            TagError(
                $0, summary, reason: reason, remedy: remedy, help: $0 == .noTag ? .waitLonger : nil)
        }
    }
}

/// A ``TagCommand`` as a trace shows it: its name and its bytes, and never a key or a password.
struct TracedCommand: Hashable, CustomStringConvertible {
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
