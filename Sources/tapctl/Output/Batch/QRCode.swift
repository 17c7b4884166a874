import CQREncode
import Documents
import FailureKit

/// A QR code drawn by libqrencode.
struct QRCode {
    /// The number of modules per side, without the quiet zone.
    let width: Int
    /// The modules row by row; true for a dark module.
    let isDark: [Bool]

    /// Creates the smallest code that contains the text and tolerates the loss of 15% of its modules (error
    /// correction level M).
    ///
    /// - Throws: An error with exit code 65 if the text has more than 2,331 bytes, the maximum for this error
    ///   correction level.
    init(_ text: String) throws {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
            throw CommandError(
                .malformed, code: "doesNotFit", "the text is too long for a QR code",
                reason: String(text.prefix(80)), remedy: "use a shorter URL")
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        self.width = width
        // The lowest bit of a module is set if it is dark. Source: qrencode.h, "Symbol data".
        isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// The modules row by row, without the quiet zone.
    var rows: [ArraySlice<Bool>] {
        (0..<width).map { isDark[($0 * width)..<(($0 + 1) * width)] }
    }

    /// The code and its quiet zone, drawn with block characters. Each line shows two rows of modules.
    ///
    /// Dark modules are left blank, because most terminals have a dark background.
    var letters: String {
        let quiet = 4
        let edge = Array(repeating: false, count: quiet)
        let empty = Array(repeating: false, count: width + 2 * quiet)
        var all = Array(repeating: empty, count: quiet) + rows.map { edge + $0 + edge }
        all += Array(repeating: empty, count: quiet + all.count % 2)
        return stride(from: 0, to: all.count, by: 2).map { row in
            zip(all[row], all[row + 1]).map { upper, lower in
                switch (upper, lower) {
                case (false, false): "\u{2588}"
                case (false, true): "\u{2580}"
                case (true, false): "\u{2584}"
                case (true, true): " "
                }
            }.joined()
        }.joined(separator: "\n")
    }

    /// The code with its quiet zone of four modules, as an `svg` element without a fixed size.
    ///
    /// Source: ISO/IEC 18004 §6.3.8.
    var svg: String {
        let quiet = 4
        let side = width + 2 * quiet
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let run = (column..<width).prefix { isDark[row * width + $0] }.count
                if run > 0 { path += "M\(column + quiet) \(row + quiet)h\(run)v1h-\(run)z" }
                column += max(run, 1)
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)h-\(side)z"/><path d="\(path)"/></svg>
            """
    }
}
