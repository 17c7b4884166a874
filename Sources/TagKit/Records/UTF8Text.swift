/// Text from bytes that must be UTF-8: nothing is replaced or repaired.
enum UTF8Text {
    /// The text of `bytes`; nil when they are not UTF-8.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.withUnsafeBufferPointer { text(prefix: "", $0) }
    }

    /// `prefix` and the text of `bytes` behind it, in one piece; nil when `bytes` are not UTF-8.
    static func text(prefix: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let prefix = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
        let count = prefix.count + bytes.count
        let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
            let start = buffer.initialize(fromContentsOf: prefix)
            _ = buffer[start...].initialize(fromContentsOf: bytes)
            return String(decoding: UnsafeBufferPointer(buffer), as: UTF8.self)
        }
        // Bytes that are not UTF-8 were replaced, and do not come out again.
        guard isASCII(bytes) || text.utf8.dropFirst(prefix.count).elementsEqual(bytes) else { return nil }
        return text
    }

    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var bits: UInt8 = 0
        for byte in bytes { bits |= byte }
        return bits < 0x80
    }
}

extension NDEFError {
    /// A payload that its type forbids; whoever knows where the record stands sets the offset.
    static func badPayload(_ detail: String) -> NDEFError { NDEFError(.badPayload, detail: detail) }
}
