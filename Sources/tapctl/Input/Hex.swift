import Documents
import FailureKit
import TextKit

/// Parses hex in the forms that people commonly copy. Spaces, colons, commas, hyphens, line breaks and `0x`
/// are skipped.
///
/// - Throws: An error with exit code 65. It contains the position of the first character that is not hex, or
///   reports that the last byte has only one digit.
func bytes(fromHex text: String) throws -> [UInt8] {
    do {
        return try Hex.bytes(pasted: text)
    } catch {
        switch error {
        case .noDigit(let character, let place):
            throw CommandError(
                .malformed, code: "badHex", "the input is not valid hex",
                reason:
                    "character \(place) is \"\(character)\"; each byte is a pair of hex digits (0-9 and a-f)",
                remedy: "copy only the bytes; a file given with --file can also contain raw bytes")
        case .halfByte(let count):
            throw CommandError(
                .malformed, code: "badHex", "the last byte has only one hex digit",
                reason: "the input has \(counted(count, "whole byte")) and one extra digit",
                remedy: "copy all of the bytes, or write the last byte with two digits")
        }
    }
}

/// Returns the bytes of a file that contains either raw bytes or hex text.
///
/// A message, a data area or an NDEF file cannot be mistaken for hex text, because it starts with unprintable
/// characters. A byte order mark before hex text is skipped.
func bytes(fromHexOrRaw content: [UInt8]) throws -> [UInt8] {
    let text = content.starts(with: [0xEF, 0xBB, 0xBF]) ? content.dropFirst(3) : content[...]
    guard text.allSatisfy({ (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }) else {
        return content
    }
    return try bytes(fromHex: String(decoding: text, as: UTF8.self))
}
