import TagKit
import TextKit

/// A PC/SC reader's response to an APDU: data, followed by the status word.
struct ReaderResponse: Hashable {
    /// The bytes before the status word.
    var data: [UInt8]
    /// The status word: the bytes SW1 and SW2.
    var status: UInt16

    /// Parses a response.
    ///
    /// - Throws: `tagLost` if the response is empty, which happens if the card was removed during the
    ///   command; `readerProtocol` if the response is too short for a status word.
    init(_ bytes: [UInt8]) throws(TagError) {
        guard !bytes.isEmpty else { throw .silent(reason: "no bytes received") }
        guard bytes.count >= 2 else { throw Self.senseless("1 byte received, but a status word has 2") }
        data = Array(bytes.dropLast(2))
        status = UInt16(bytes: bytes.suffix(2))
    }

    /// Whether the status word is `90 00`, which means success.
    var isDone: Bool { status == 0x9000 }

    /// Returns the data of a successful response.
    ///
    /// - Parameter count: The required length of the data in bytes; nil to accept any length.
    /// - Throws: The error that the status word reports; `readerProtocol` if the data has a different length.
    func data(count: Int? = nil) throws(TagError) -> [UInt8] {
        if let error { throw error }
        if let count, data.count != count {
            throw Self.senseless("\(count) bytes requested, but \(data.count) received")
        }
        return data
    }

    /// The error that the status word reports for a command to a tag; nil for `90 00`.
    ///
    /// Readers report a tag's refusal and a missing response with the same status words, such as `63 00` or
    /// `6F 00`. Source: PC/SC part 3 §3.2.2.1 (storage cards); ISO/IEC 7816-4 §5.6.
    var error: TagError? {
        switch status {
        case 0x9000: nil
        case 0x6300, 0x6400, 0x6581, 0x6982...0x6984, 0x6986, 0x6988, 0x6F00:
            TagError(
                .nak, "the tag refused the command or did not respond", reason: reason,
                remedy:
                    "hold the tag still and try again; if this fails again, check whether the tag is locked or has a password"
            )
        case 0x6282, 0x6B00, 0x6A82:
            TagError(.nak, "the tag does not have this page or block", reason: reason)
        case 0x6401: .silent(reason: reason)
        case 0x6700, 0x6981, 0x6A81, 0x6A80, 0x6A86, 0x6800, 0x6C00...0x6CFF, 0x6D00, 0x6E00:
            TagError(
                .unsupportedCommand, "the reader cannot send this command", reason: reason,
                remedy: "use a reader that supports the command; see docs/hardware.md")
        default: Self.senseless(reason)
        }
    }

    /// A clause for error messages that contains the status word, such as `the reader reports 63 00`.
    var reason: String {
        "the reader reports \(Hex.upper([UInt8(status >> 8)])) \(Hex.upper([UInt8(status & 0xFF)]))"
    }

    /// Returns the error for an invalid response. `reason` describes the response.
    static func senseless(_ reason: String) -> TagError {
        TagError(
            .readerProtocol, "the reader's response is invalid", reason: reason,
            remedy: "repeat the command; if it fails again, unplug the reader and plug it in again")
    }
}
