import Documents

/// Bytes as a picture: 16 a line, in groups of four, with their ASCII beside them.
func hexPicture(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 16).map { start in
        let line = bytes[start..<min(start + 16, bytes.count)]
        let groups = stride(from: line.startIndex, to: line.endIndex, by: 4).map { group in
            line[group..<min(group + 4, line.endIndex)].map { hexText([$0]) }.joined(separator: " ")
        }
        let hex = groups.joined(separator: "  ")
        return hex + String(repeating: " ", count: 50 - hex.count + 2) + asciiPicture(line)
    }
    .joined(separator: "\n")
}

/// Bytes as ASCII; what has no picture is a dot.
func asciiPicture(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
}
