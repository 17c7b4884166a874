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
        var number = 0
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let pieces = pieces(of: text)
        guard pieces.count <= DumpLimits.lines else {
            throw DumpError(
                .fileTooLarge, "the file has too many lines", reason: "the maximum is \(DumpLimits.lines)")
        }
        for piece in pieces {
            number += 1
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
            let trimmed = Substring(plain.utf8.trimmingBlanks())
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
