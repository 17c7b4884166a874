import Documents

/// Bytes from hex as people paste it: spaces, colons, line breaks and `0x` may stand between the bytes.
///
/// - Throws: exit 65 with the place of the first character that is no hex, or when half a byte is left.
func bytes(fromHex text: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    var previous: Character?
    for (index, character) in text.enumerated() {
        defer { previous = character }
        if let digit = character.hexDigitValue, character.isASCII {
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        } else if character == "x" || character == "X", previous == "0", high == 0 {
            high = nil
        } else if !(character.isWhitespace || ":-,".contains(character)) {
            throw CommandError(
                .malformed, code: "badHex", "this is no hex",
                reason: "character \(index + 1) is “\(character)”; bytes are pairs of 0-9 and a-f",
                remedy: "copy the bytes alone; --file reads raw bytes as well")
        }
    }
    guard high == nil else {
        throw CommandError(
            .malformed, code: "badHex", "the hex ends in half a byte",
            reason: "there are \(bytes.count) whole bytes and one digit more",
            remedy: "copy all of it, or write the last byte with two digits")
    }
    return bytes
}

/// The bytes of a file that holds them raw or as hex text.
///
/// No message, data area or NDEF file reads as hex text: their first bytes are no printable characters.
func bytes(fromHexOrRaw content: [UInt8]) throws -> [UInt8] {
    guard content.allSatisfy({ (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }) else {
        return content
    }
    return try bytes(fromHex: String(decoding: content, as: UTF8.self))
}
