import CQREncode

/// A text as a QR code, drawn by libqrencode.
struct QRCode {
    /// Modules on a side, without the quiet zone.
    let width: Int
    /// Dark modules, row by row.
    let isDark: [Bool]

    /// The smallest code that holds the text and can lose 15 % of its modules (level M).
    ///
    /// - Throws: exit 65 for a text that no QR code holds: more than 2,331 bytes.
    init(_ text: String) throws {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
            throw CommandError(
                .malformed, code: "doesNotFit", "no QR code holds this text",
                reason: String(text.prefix(80)), remedy: "take a shorter URL")
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        self.width = width
        // The lowest bit of a module says whether it is dark. Source: qrencode.h, "Symbol data".
        isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// The code with its quiet zone of four modules, as an `svg` element without fixed size.
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
