/// Where the parts of a text stand, if it is a URL. Cutting never fails; what is missing is nil or empty.
struct URLParts {
    /// What octets the text has, fragment included.
    let classes: ByteClass
    /// Up to the first `#`.
    let beforeFragment: Range<Int>
    /// The first octet that no scheme can have, or the colon behind the scheme.
    let schemeEnd: Int
    /// What stands before the first colon, if it has the form of a scheme.
    let scheme: Range<Int>?
    /// Behind `//` up to the next `/` or `?`; nil where no `//` follows the scheme.
    let authority: Range<Int>?
    /// Behind the authority up to the first `?`.
    let path: Range<Int>
    /// Behind the first `?`; empty where there is none.
    let query: Range<Int>

    init(of text: Span<UInt8>) {
        let slash = UInt8(ascii: "/")
        var classes: ByteClass = []
        var position = 0
        while position < text.count {
            classes.formUnion(ByteClass(of: text[position]))
            position += 1
        }
        let hash = classes.contains(.hash) ? text.first(UInt8(ascii: "#"), in: 0..<text.count) : nil
        let end = hash ?? text.count
        let pathEnd = text.first(UInt8(ascii: "?"), in: 0..<end) ?? end
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
            let authorityEnd = text.first(slash, in: start..<pathEnd) ?? pathEnd
            authority = start..<authorityEnd
            path = authorityEnd..<pathEnd
        } else {
            authority = nil
            path = pathEnd..<pathEnd
        }
    }

    /// Nothing is percent-encoded and nothing is beyond ASCII: the text says what it shows.
    var isPlain: Bool { classes.isDisjoint(with: [.percent, .high]) }
}
