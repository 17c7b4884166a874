import TextKit

/// One line of a text file, with its number for error messages.
struct TextLine: Hashable {
    /// The line's number, counted from 1.
    let number: Int
    /// The line's text, without the line break and without white space at either end.
    let text: Substring

    /// Splits UTF-8 text into lines. A line ends with LF, CRLF or CR. A byte order mark and empty lines are
    /// skipped. Lines that begin with `#` are also skipped, unless `keepingComments` is true. No-break spaces
    /// become spaces.
    ///
    /// - Throws: `notText` for a NUL byte or invalid UTF-8; `lineTooLong` for a line longer than
    ///   ``DumpLimits/lineBytes``; `fileTooLarge` for more lines than ``DumpLimits/lines``.
    static func all(of bytes: [UInt8], keepingComments: Bool = false) throws(DumpError) -> [TextLine] {
        var lines: [TextLine] = []
        let pieces = pieces(of: bytes.withoutByteOrderMark)
        guard pieces.count <= DumpLimits.lines else {
            throw DumpError(
                .fileTooLarge, "the file has too many lines", reason: "the maximum is \(DumpLimits.lines)")
        }
        for (number, piece) in zip(1..., pieces) {
            guard piece.count <= DumpLimits.lineBytes else {
                throw DumpError(
                    .lineTooLong, at: .line(number), "the line is too long",
                    reason: "\(piece.count) bytes; the maximum is \(DumpLimits.lineBytes)",
                    remedy: "check that this is a tag file")
            }
            guard !piece.contains(0), let line = String(validating: piece, as: UTF8.self) else {
                throw DumpError(
                    .notText, at: .line(number), "the line is not text",
                    reason: "the text contains a NUL byte or invalid UTF-8",
                    remedy: "the file may be damaged; save it again in the program that created it")
            }
            // Web pages and mail programs replace spaces with no-break spaces.
            let plain = line.utf8.contains(0xA0) ? line.replacing("\u{A0}", with: " ") : line
            let trimmed = plain.trimmingBlanks()
            let found = TextLine(number: number, text: trimmed)
            if !trimmed.isEmpty, keepingComments || !found.begins(with: "#") { lines.append(found) }
        }
        return lines
    }

    /// Splits the text into lines. Returns at most one line more than ``DumpLimits/lines``, so that the
    /// caller can detect a text with too many lines.
    ///
    /// CRLF ends one line, not two. The CR is removed later.
    private static func pieces(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        text.indices.split(maxSplits: DumpLimits.lines, omittingEmptySubsequences: false) { index in
            text[index] == 0x0A
                || text[index] == 0x0D && (index + 1 == text.endIndex || text[index + 1] != 0x0A)
        }.map { text[$0] }
    }

    /// Returns whether the line begins with the bytes of `start`. Unicode equivalence is not considered.
    func begins(with start: StaticString) -> Bool {
        start.withUTF8Buffer { text.utf8.starts(with: $0) }
    }

    /// Returns an error that refers to this line.
    func error(_ code: DumpError.Code, _ summary: String, reason: String = "", remedy: String = "")
        -> DumpError
    {
        DumpError(code, at: .line(number), summary, reason: reason, remedy: remedy)
    }
}

extension StringProtocol {
    /// The text without spaces, tabs and carriage returns at its ends.
    func trimmingBlanks() -> Substring { Substring(Substring(self).utf8.trimmingBlanks()) }

    /// The text before the first colon, and the text after it; nil if there is no colon.
    var splitAtColon: (before: SubSequence, after: SubSequence)? {
        utf8.firstIndex(of: UInt8(ascii: ":")).map { (self[..<$0], self[utf8.index(after: $0)...]) }
    }

    /// Whether all characters are hex digits.
    var isHex: Bool { utf8.allSatisfy { Hex.value(of: $0) != nil } }
}

extension [UInt8] {
    /// The bytes, or none if all are zero.
    var unlessZero: [UInt8] { contains { $0 != 0 } ? self : [] }

    /// Returns the bytes, or `count` zeros if the array is empty.
    func orZeros(_ count: Int) -> [UInt8] { isEmpty ? Array(repeating: 0, count: count) : self }

    /// The bytes without the byte order mark of UTF-8 at their start.
    var withoutByteOrderMark: ArraySlice<UInt8> {
        starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
    }
}

extension Int {
    /// The number with a noun, such as `1 byte` or `2 bytes`.
    func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension BidirectionalCollection<UInt8> {
    /// Returns the bytes without the spaces, tabs and carriage returns at both ends.
    func trimmingBlanks() -> SubSequence {
        let blanks: [UInt8] = [0x20, 0x09, 0x0D]
        guard let first = firstIndex(where: { !blanks.contains($0) }),
            let last = lastIndex(where: { !blanks.contains($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
