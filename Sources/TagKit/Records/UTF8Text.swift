/// Text from bytes that must be UTF-8: nothing is replaced or repaired.
enum UTF8Text {
    /// The text of `bytes`; nil when they are not UTF-8.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? { text(prefix: "", bytes) }

    /// `prefix` and the text of `bytes` behind it, in one piece; nil when `bytes` are not UTF-8.
    static func text(prefix: StaticString, _ bytes: ArraySlice<UInt8>) -> String? {
        let isASCII = bytes.reduce(0, |) < 0x80
        let count = prefix.utf8CodeUnitCount + bytes.count
        let text = String(unsafeUninitializedCapacity: count) { buffer in
            let start = buffer.initialize(
                fromContentsOf: UnsafeBufferPointer(
                    start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
            _ = UnsafeMutableBufferPointer(rebasing: buffer[start...]).initialize(fromContentsOf: bytes)
            return count
        }
        // Bytes that are not UTF-8 were replaced, and do not come out again.
        guard isASCII || text.utf8.dropFirst(prefix.utf8CodeUnitCount).elementsEqual(bytes) else {
            return nil
        }
        return text
    }
}

extension NDEFError {
    /// A payload that its type forbids; whoever knows where the record stands sets the offset.
    static func badPayload(_ detail: String) -> NDEFError { NDEFError(.badPayload, detail: detail) }
}
