import TextKit

extension StringProtocol {
    /// Returns the text in a form that is safe to display or log: characters that are invisible or change the
    /// direction of text are escaped.
    ///
    /// Control characters (Cc), format characters (Cf), line and paragraph separators (Zl, Zp), and letters
    /// and symbols without a visible form (fillers) become escapes such as `\u{202e}`. The joiners U+200C and
    /// U+200D are not escaped, because Persian, the scripts of India and emoji need them. Escaping a text
    /// twice has the same result as escaping it once.
    public func escapedForDisplay() -> String {
        guard unicodeScalars.contains(where: \.isInvisibleInText) else { return String(self) }
        var escaped = ""
        for scalar in unicodeScalars {
            if scalar.isInvisibleInText {
                escaped += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Collection<UInt8> {
    /// Returns the UTF-8 bytes as text that is safe to display or log, like `String.escapedForDisplay()`.
    /// Bytes that are not UTF-8 become escapes such as `\xff`.
    public func escapedForDisplay() -> String {
        var escaped = ""
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = makeIterator()
        var position = startIndex
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let encoded):
                escaped += String(Unicode.UTF8.decode(encoded)).escapedForDisplay()
                formIndex(&position, offsetBy: encoded.count)
            case .error(let length):
                for _ in 0..<length {
                    escaped += "\\x" + Hex.lower([self[position]])
                    formIndex(after: &position)
                }
            case .emptyInput:
                return escaped
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isInvisibleInText: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        if [0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0].contains(value) { return true }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return value != 0x200C && value != 0x200D
        default: return false
        }
    }
}
