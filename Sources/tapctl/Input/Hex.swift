import Documents
import FailureKit
import TextKit

/// Parses hex that a person may have copied. Spaces, colons, line breaks and `0x` may separate the bytes.
///
/// - Throws: An error with exit code 65 and the position of the first character that is not hex, or if the last byte
///   has only one digit.
func bytes(fromHex text: String) throws -> [UInt8] {
    do {
        return try Hex.bytes(pasted: text)
    } catch {
        switch error {
        case .noDigit(let character, let place):
            throw CommandError(
                .malformed, code: "badHex", "this is not valid hex",
                reason: "character \(place) is “\(character)”; bytes are pairs of 0-9 and a-f",
                remedy: "copy only the bytes; --file also reads raw bytes")
        case .halfByte(let count):
            throw CommandError(
                .malformed, code: "badHex", "the hex ends in half a byte",
                reason: "there are \(count) whole bytes and one extra digit",
                remedy: "copy all of it, or write the last byte with two digits")
        }
    }
}

/// Returns the bytes of a file that contains them as raw bytes or as hex text.
///
/// A message, a data area or an NDEF file cannot be mistaken for hex text, because its first bytes are not printable
/// characters.
func bytes(fromHexOrRaw content: [UInt8]) throws -> [UInt8] {
    guard content.allSatisfy({ (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }) else {
        return content
    }
    return try bytes(fromHex: String(decoding: content, as: UTF8.self))
}
