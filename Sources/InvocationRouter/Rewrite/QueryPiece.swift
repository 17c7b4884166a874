/// A piece of a query. Pieces are separated by `&`.
struct QueryPiece {
    /// The piece exactly as it is in the URL; empty if two `&` follow each other.
    let raw: String
    /// The piece's offset in the URL, in bytes.
    let offset: Int
    /// The text before the first `=`, percent-decoded.
    let name: String
    /// The text after the first `=`, percent-decoded; nil if there is no `=`.
    let value: String?
    /// The known parameter with exactly this name; nil if the name is unknown or is not in lower case.
    let known: ParameterName?

    private init(_ piece: Range<Int>, of text: Span<UInt8>) {
        let equals = text.first("=", in: piece)
        let name = piece.lowerBound..<(equals ?? piece.upperBound)
        raw = text.text(piece)
        offset = piece.lowerBound
        self.name = text.decodedString(name)
        value = equals.map { text.decodedString($0 + 1..<piece.upperBound) }
        let found = ParameterName.find(name, in: text)
        known = found?.isExact == true ? found?.name : nil
    }

    /// Returns the pieces of a query in order.
    static func all(in query: Range<Int>, of text: Span<UInt8>) -> [QueryPiece] {
        guard !query.isEmpty else { return [] }
        var pieces: [QueryPiece] = []
        var start = query.lowerBound
        while let ampersand = text.first("&", in: start..<query.upperBound) {
            pieces.append(QueryPiece(start..<ampersand, of: text))
            start = ampersand + 1
        }
        pieces.append(QueryPiece(start..<query.upperBound, of: text))
        return pieces
    }
}

/// The fragment of a URL: the text after the first `#`.
struct FragmentPiece {
    /// The fragment exactly as it is in the URL, without the `#`.
    let raw: String
    /// The fragment's offset in the URL, in bytes.
    let offset: Int
    /// The fragment, percent-decoded.
    let text: String

    /// Finds the fragment of a URL. Returns nil if the URL contains no `#`.
    init?(_ parts: URLParts, of text: Span<UInt8>) {
        guard parts.beforeFragment.upperBound < text.count else { return nil }
        offset = parts.beforeFragment.upperBound + 1
        raw = text.text(offset..<text.count)
        self.text = text.decodedString(offset..<text.count)
    }
}

extension ParameterName {
    /// The exact spelling of the parameter's name in a URL.
    var text: String {
        switch self {
        case .version: "v"
        case .fund: "f"
        case .recurring: "r"
        case .tag: "t"
        case .mirror: "m"
        case .piccData: "picc_data"
        case .cmac: "cmac"
        }
    }
}

extension Span<UInt8> {
    /// Returns the text of a range without percent-decoding it. Invalid UTF-8 becomes U+FFFD.
    func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for position in range { bytes.append(self[position]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// The text with the letters `A-Z` converted to lower case. Other letters are unchanged.
    var lowercasedASCII: String { String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self) }
}
