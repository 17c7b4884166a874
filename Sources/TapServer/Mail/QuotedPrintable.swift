import TextKit

/// Text of any script in lines of ASCII: every mail server takes it.
///
/// Source: RFC 2045 §6.7.
enum QuotedPrintable {
    /// Octets of a line at most, with the sign that it goes on.
    private static let mostInLine = 76

    /// The lines that a line becomes.
    static func lines(of line: String) -> [String] {
        let octets = Array(line.utf8)
        var lines = [""]
        for (index, octet) in octets.enumerated() {
            let isLast = index == octets.count - 1
            let sign = sign(of: octet, isLast: isLast)
            if lines[lines.count - 1].utf8.count + sign.utf8.count > mostInLine - (isLast ? 0 : 1) {
                lines[lines.count - 1] += "="
                lines.append("")
            }
            lines[lines.count - 1] += sign
        }
        return lines
    }

    /// An octet as it stands, or as `=C3`; a space at the end would be lost on the way.
    private static func sign(of octet: UInt8, isLast: Bool) -> String {
        let isPlain = (0x21...0x7E).contains(octet) && octet != UInt8(ascii: "=")
        if isPlain || octet == 0x20 && !isLast { return String(UnicodeScalar(octet)) }
        return "=" + Hex.upper([octet])
    }
}
