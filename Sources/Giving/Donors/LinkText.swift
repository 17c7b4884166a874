/// Text that mail programs turn into a link.
///
/// A donor's name appears in receipts, which are sent from the organization's address. If a name could
/// contain a link, anyone could have that link sent to any address.
enum LinkText {
    /// Returns whether a string contains text that mail programs would turn into a link, such as
    /// `http://a.example`, `www.a.example`, `a.example/b`, `church.example` or `a@b.example`.
    ///
    /// Words that are joined by a dot or an at sign count as a link even without `http://`. Initials and
    /// degrees such as `J.R.Smith` and `M.Sc` do not count as links, but `x.com` does.
    static func isIn(_ text: String) -> Bool {
        // Most names contain no such character.
        guard text.unicodeScalars.contains(where: { isDot($0) || isAt($0) || $0 == ":" }) else {
            return false
        }
        let lowered = text.lowercased()
        if lowered.contains("://") || lowered.contains("www.") || lowered.contains("mailto:") { return true }
        let scalars = Array(lowered.unicodeScalars)
        if hasAddress(scalars) { return true }
        var rest = scalars[...]
        while let start = rest.firstIndex(where: isInHost) {
            let end = rest[start...].firstIndex { !isInHost($0) } ?? rest.endIndex
            if isHost(rest[start..<end], before: rest[end...]) { return true }
            rest = rest[end...]
        }
        return false
    }

    /// Returns whether a run of letters, digits, hyphens and dots is a host that a mail program would turn
    /// into a link.
    ///
    /// - Parameter rest: The text after the run.
    private static func isHost(_ run: ArraySlice<Unicode.Scalar>, before rest: ArraySlice<Unicode.Scalar>)
        -> Bool
    {
        // Two dots in a row, as in an ellipsis, separate words.
        let words = run.split(omittingEmptySubsequences: false, whereSeparator: isDot)
        return words.split(whereSeparator: \.isEmpty).contains { labels in
            guard labels.count > 1, let last = labels.last else { return false }
            let isAtEnd = last.endIndex == run.endIndex
            if isAtEnd, let next = rest.first, "/\\?#:@".unicodeScalars.contains(next) { return true }
            // No top-level domain is shorter than two letters, or begins with a digit.
            guard last.count > 1, last.first?.properties.numericType == nil else { return false }
            return labels.dropLast().contains { $0.count > 1 }
                || endings.contains(String(String.UnicodeScalarView(last)))
        }
    }

    /// Top-level domains that end a host even after a single letter, as in `x.com`. None of them is a common
    /// surname, so a name such as `J.Page` is not mistaken for a host.
    private static let endings: Set<String> = [
        "com", "org", "net", "edu", "gov", "mil", "info", "biz", "app", "xyz", "online", "io",
    ]

    private static func isInHost(_ scalar: Unicode.Scalar) -> Bool {
        isDot(scalar) || scalar == "-" || MailDomain.isLetterOrDigit(scalar)
    }

    /// Returns whether the text has an at sign between a visible character and a letter or digit.
    private static func hasAddress(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.indices.dropFirst().dropLast().contains { index in
            isAt(scalars[index]) && !scalars[index - 1].properties.isWhitespace
                && MailDomain.isLetterOrDigit(scalars[index + 1])
        }
    }

    private static func isAt(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "@" || scalar.value == 0xFF20 || scalar.value == 0xFE6B
    }

    /// Returns whether a scalar separates the labels of a domain (UTS #46 §2.3).
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        [0x2E, 0x3002, 0xFF0E, 0xFF61].contains(scalar.value)
    }
}
