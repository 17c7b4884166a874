extension StringProtocol {
    /// The text as it may be shown to people or written to a log: no control character, no bidi control and no
    /// other invisible character goes out as itself.
    ///
    /// Control characters (Cc), format characters (Cf) and line separators (Zl, Zp) become `\u{202E}`, and a
    /// backslash becomes two, so that nothing can pretend to be an escape. The joiners U+200C and U+200D stay:
    /// Persian, the scripts of India and emoji need them.
    public func escapedForDisplay() -> String {
        var escaped = ""
        for scalar in unicodeScalars {
            if scalar == "\\" {
                escaped += "\\\\"
            } else if scalar.isInvisibleInText {
                escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Collection<UInt8> {
    /// The octets as text that may be shown: as `String.escapedForDisplay()`, and what is not UTF-8 as `\xFF`.
    public func escapedForDisplay() -> String {
        var escaped = ""
        var decoder = Unicode.UTF8.ForwardParser()
        var octets = makeIterator()
        var position = startIndex
        while true {
            switch decoder.parseScalar(from: &octets) {
            case .valid(let encoded):
                escaped += String(Unicode.UTF8.decode(encoded)).escapedForDisplay()
                formIndex(&position, offsetBy: encoded.count)
            case .error(let length):
                for _ in 0..<length {
                    let digits = String(self[position], radix: 16, uppercase: true)
                    escaped += "\\x" + (digits.count < 2 ? "0" : "") + digits
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
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return value != 0x200C && value != 0x200D
        default: return false
        }
    }
}
