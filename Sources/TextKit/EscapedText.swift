extension String {
    /// The text, escaped for use between HTML tags and in quoted attributes.
    ///
    /// Control characters that HTML does not allow become U+FFFD. Tabs and line breaks are kept. U+202A to
    /// U+202E also become U+FFFD, because they change the order of the displayed characters.
    public var escapedForHTML: String {
        // Most text needs no escaping.
        guard utf8.contains(where: \.mayNeedEscape) else { return self }
        var escaped = ""
        escaped.reserveCapacity(utf8.count + 16)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension UInt8 {
    /// Whether this UTF-8 byte may be part of a character that must be escaped. U+0080 to U+009F start with
    /// 0xC2, and U+202A to U+202E with 0xE2.
    fileprivate var mayNeedEscape: Bool {
        switch self {
        case "&", "<", ">", "\"", "'":
            true
        case "\t", "\n", "\r": false
        case 0...0x1F, 0x7F, 0xC2, 0xE2: true
        default: false
        }
    }
}

extension String {
    /// The text, quoted if necessary, so that a shell reads it as one word.
    public var shellWord: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "-_./:=@,+%".unicodeScalars.contains(scalar)
        }
        return isPlain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}

extension String {
    /// The text with U+FFFD instead of U+202A to U+202E, which change the order of the characters after them.
    ///
    /// Text that people enter is stored without these characters, but text stored by an earlier version of
    /// the program may contain them.
    ///
    /// Source: UAX #9 §2.1, §2.2.
    public var withoutOverrides: String {
        // In UTF-8, all of them start with this byte, and few texts contain it.
        guard utf8.contains(0xE2), unicodeScalars.contains(where: { ("\u{202A}"..."\u{202E}").contains($0) })
        else { return self }
        return String(
            UnicodeScalarView(
                unicodeScalars.map { ("\u{202A}"..."\u{202E}").contains($0) ? "\u{FFFD}" : $0 }))
    }
}
