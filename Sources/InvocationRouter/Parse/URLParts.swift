/// The ranges of a URL's parts. Any text can be split. Parts that the text does not contain are nil or empty.
struct URLParts {
    /// The classes of all octets in the text, including its fragment.
    let classes: ByteClass
    /// The range of the URL without its fragment.
    let beforeFragment: Range<Int>
    /// The position of the first octet that a scheme cannot contain. If the text before the query and the
    /// fragment has no such octet, this is the end of that text. If the text begins with a scheme, this is
    /// the position of the colon after the scheme.
    let schemeEnd: Int
    /// The range of the scheme, without the colon; nil if the text does not begin with a well-formed scheme.
    let scheme: Range<Int>?
    /// The range of the authority, which follows `//`; nil if the text does not begin with a scheme and `//`.
    let authority: Range<Int>?
    /// The range of the path, which follows the authority; empty if there is no authority.
    let path: Range<Int>
    /// The range of the query, without the `?`; empty if there is no query.
    let query: Range<Int>

    init(of text: Span<UInt8>) {
        let slash = UInt8(ascii: "/")
        var classes: ByteClass = []
        var position = 0
        while position < text.count {
            classes.formUnion(ByteClass(of: text[position]))
            position += 1
        }
        let hash = classes.contains(.hash) ? text.first("#", in: text.indices) : nil
        let end = hash ?? text.count
        let pathEnd = text.first("?", in: 0..<end) ?? end
        var colon = 0
        while colon < pathEnd, text[colon].isSchemeByte { colon += 1 }
        let hasScheme = colon > 0 && colon < pathEnd && text[colon] == UInt8(ascii: ":") && text[0].isLetter

        self.classes = classes
        beforeFragment = 0..<end
        schemeEnd = colon
        scheme = hasScheme ? 0..<colon : nil
        query = min(pathEnd + 1, end)..<end
        if hasScheme, pathEnd - colon >= 3, text[colon + 1] == slash, text[colon + 2] == slash {
            let start = colon + 3
            let authorityEnd = text.first("/", in: start..<pathEnd) ?? pathEnd
            authority = start..<authorityEnd
            path = authorityEnd..<pathEnd
        } else {
            authority = nil
            path = pathEnd..<pathEnd
        }
    }

    /// Whether the text is ASCII and contains no `%`, so that percent-decoding would change nothing.
    var isPlain: Bool { classes.isDisjoint(with: [.percent, .high]) }
}
