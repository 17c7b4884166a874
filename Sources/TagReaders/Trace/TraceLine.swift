import TagKit
import TextKit

/// One line of a trace: a call to a reader and its result.
///
/// A trace is a text file with one JSON object in each line. `docs/chips.md` describes the format.
public struct TraceLine: Hashable, Sendable, Codable {
    /// The kind of call to the reader.
    public enum Action: String, Sendable, Codable {
        /// Opens the reader. The first line of a trace has this action, and contains the reader's name and
        /// capabilities.
        case open
        /// Waits for a tag and selects it.
        case select
        /// Selects the same tag again.
        case reselect
        /// Sends a command to the tag.
        case send
        /// Switches the field off and on and selects the same tag again.
        case powerCycle = "power_cycle"
        /// Waits until the tag has left the field.
        case removal
        /// Closes the reader.
        case close
    }

    /// The kind of call to the reader.
    public var action: Action
    /// The time at which the call started, in milliseconds since the first line.
    public var at: Double
    /// The duration of the call in milliseconds.
    public var milliseconds: Double
    /// The reader's name. Only `open` lines have it.
    public var reader: String?
    /// The raw value of the reader's capabilities. Every `open` line has it. A `select` line has it if the
    /// capabilities have changed.
    public var capabilities: Int?
    /// The command's name, such as `FAST_READ`. Only `send` lines have it.
    public var command: String?
    /// The command's bytes in hexadecimal, without keys and passwords. Only `send` lines have them.
    public var bytes: String?
    /// The response in hexadecimal; empty for a 4-bit ACK. Only `send` lines have it.
    public var answer: String?
    /// The tag's selection data. Only `select` lines have it.
    public var tag: TracedTag?
    /// The error that the call threw; nil if the call succeeded.
    public var error: TracedError?

    /// Creates a line with the kind of call and its times. The caller sets the other properties.
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

/// The selection data of a tag in a trace, in hexadecimal.
public struct TracedTag: Hashable, Sendable, Codable {
    /// The ATQA as four hexadecimal digits.
    public var atqa: String
    /// The SAK as two hexadecimal digits.
    public var sak: String
    /// The UID in hexadecimal.
    public var uid: String
    /// The ATS in hexadecimal, without its length byte TL; empty for a tag without ISO-DEP.
    public var ats: String

    init(_ tag: SelectedTag) {
        atqa = Hex.lower([UInt8(tag.atqa >> 8), UInt8(tag.atqa & 0xFF)])
        sak = Hex.lower([tag.sak])
        uid = Hex.lower(tag.uid)
        ats = Hex.lower(tag.ats)
    }

    /// The decoded selection data; nil if a property is not hexadecimal text or has an invalid length.
    var value: SelectedTag? {
        guard let atqa = Hex.bytes(of: atqa), atqa.count == 2, let sak = Hex.bytes(of: sak), sak.count == 1,
            let uid = Hex.bytes(of: uid), [4, 7, 10].contains(uid.count), let ats = Hex.bytes(of: ats)
        else { return nil }
        return SelectedTag(atqa: UInt16(bytes: atqa[0...1]), sak: sak[0], uid: uid, ats: ats)
    }
}

/// A `TagError` in a trace.
public struct TracedError: Hashable, Sendable, Codable {
    /// The error's code.
    public var code: String
    /// A clause that describes the problem.
    public var summary: String
    /// The cause, with the observed values.
    public var reason: String
    /// The next step for the user.
    public var remedy: String

    init(_ error: TagError) {
        code = error.code.rawValue
        summary = error.summary
        reason = error.reason
        remedy = error.remedy
    }

    /// The decoded error; nil if the code is unknown.
    var value: TagError? {
        // The error `noTag` is valid only for a request that waited for a tag.
        TagError.Code(rawValue: code).map {
            TagError(
                $0, summary, reason: reason, remedy: remedy, help: $0 == .noTag ? .waitLonger : nil)
        }
    }
}

/// The parts of a ``TagCommand`` that a trace records: its name and its bytes, without keys and passwords.
struct TracedCommand: Hashable, CustomStringConvertible {
    /// The command's name in the data sheet, such as `FAST_READ`.
    var name: String
    /// The bytes sent to the tag, without CRC, keys and passwords.
    var bytes: [UInt8]

    /// Whether the response must be omitted because it is secret. An example is the PACK, the response to a
    /// password.
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
