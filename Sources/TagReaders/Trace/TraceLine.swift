import TagKit
import TextKit

/// One line of a trace: a request to a reader and its result.
///
/// A trace is a text file with one JSON object for each line; `docs/chips.md` describes it.
public struct TraceLine: Hashable, Sendable, Codable {
    /// The kind of request.
    public enum Action: String, Sendable, Codable {
        /// The first line, which describes the reader.
        case open
        /// Waits for a tag and selects it.
        case select
        /// Selects the same tag again.
        case reselect
        /// Sends a command.
        case send
        /// Interrupts the field and selects the same tag again.
        case powerCycle = "power_cycle"
        /// Waits until the tag has left the field.
        case removal
        /// Closes the reader.
        case close
    }

    /// The kind of request.
    public var action: Action
    /// The time of the request, in milliseconds after the first line.
    public var at: Double
    /// The duration of the request, in milliseconds.
    public var milliseconds: Double
    /// The reader's name, in `open` lines.
    public var reader: String?
    /// The raw value of the reader's capabilities. It is present in `open` lines, and in `select` lines if the tag
    /// changed the capabilities.
    public var capabilities: Int?
    /// The command's name, such as `FAST_READ`, in `send` lines.
    public var command: String?
    /// The command's bytes in hexadecimal without a key, in `send` lines.
    public var bytes: String?
    /// The response in hexadecimal, in `send` lines. Empty for a 4-bit ACK.
    public var answer: String?
    /// The tag's selection data, in `select` lines.
    public var tag: TracedTag?
    /// The error, if the request failed.
    public var error: TracedError?

    /// Creates a line with an action and its times. The caller sets the other properties.
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
    /// The ATQA as four hexadecimal digits.
    public var atqa: String
    /// The SAK as two hexadecimal digits.
    public var sak: String
    /// The UID in hexadecimal.
    public var uid: String
    /// The ATS in hexadecimal, without its length byte TL. Empty for a tag without ISO-DEP.
    public var ats: String

    init(_ tag: SelectedTag) {
        atqa = Hex.lower([UInt8(tag.atqa >> 8), UInt8(tag.atqa & 0xFF)])
        sak = Hex.lower([tag.sak])
        uid = Hex.lower(tag.uid)
        ats = Hex.lower(tag.ats)
    }

    /// The decoded tag, or nil if a property is not hexadecimal text of the right length.
    var value: SelectedTag? {
        guard let atqa = Hex.bytes(of: atqa), atqa.count == 2, let sak = Hex.bytes(of: sak), sak.count == 1,
            let uid = Hex.bytes(of: uid), [4, 7, 10].contains(uid.count), let ats = Hex.bytes(of: ats)
        else { return nil }
        return SelectedTag(atqa: UInt16(atqa[0]) << 8 | UInt16(atqa[1]), sak: sak[0], uid: uid, ats: ats)
    }
}

/// A `TagError` in a trace.
public struct TracedError: Hashable, Sendable, Codable {
    /// The error's code.
    public var code: String
    /// A clause that describes the failure.
    public var summary: String
    /// The cause, with the values that prove it.
    public var reason: String
    /// The next step that the user should take.
    public var remedy: String

    init(_ error: TagError) {
        code = error.code.rawValue
        summary = error.summary
        reason = error.reason
        remedy = error.remedy
    }

    /// The decoded error, or nil if the code is unknown.
    var value: TagError? {
        // The error `noTag` is valid only for a request that waited for a tag.
        TagError.Code(rawValue: code).map {
            TagError(
                $0, summary, reason: reason, remedy: remedy, help: $0 == .noTag ? .waitLonger : nil)
        }
    }
}

/// A ``TagCommand`` as recorded in a trace: its name and its bytes, without keys or passwords.
struct TracedCommand: Hashable, CustomStringConvertible {
    /// The name of the command in the data sheet.
    var name: String
    /// The transmitted bytes, without CRC, keys and passwords.
    var bytes: [UInt8]

    /// Whether the response is also secret and omitted, as is the PACK of a password.
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
            // Only CLA to P2 and Lc are recorded.
            case .secretAPDU(let bytes): ("APDU", Array(bytes.prefix(5)))
            case .authenticate(let block, let key):
                ("CLASSIC_AUTHENTICATE", [key.slot == .a ? 0x60 : 0x61, block])
            case .readBlock(let block): ("CLASSIC_READ", [0x30, block])
            case .writeBlock(let block, let data): ("CLASSIC_WRITE", [0xA0, block] + data)
            }
    }

    var description: String { "\(name) \(Hex.lower(bytes))" }
}
