/// A piece of a URL that parsers would ignore, although it was probably meant as a known parameter.
struct UnclearPiece {
    let code: URLRefusal.Code
    /// The piece exactly as it is in the URL.
    let raw: String
    /// The piece's offset in the URL, in bytes.
    let offset: Int
    /// The parameter that was probably meant; nil if the parameter cannot be guessed.
    var meant: MeantParameter?

    /// Returns the first unclear piece of a query or, if the query has none, the fragment if it is unclear.
    /// Returns nil if neither is unclear.
    static func first(in pieces: [QueryPiece], fragment: FragmentPiece?) -> UnclearPiece? {
        let hasFlag = pieces.contains { $0.known == .recurring }
        let hasFund = pieces.contains { $0.known == .fund }
        for piece in pieces where !piece.raw.isEmpty {
            if let fault = fault(of: piece) { return fault }
            if !hasFund, piece.value == nil, piece.known == nil, piece.name.isFund,
                piece.name.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            {
                return UnclearPiece(.namelessValue, piece, meant: .known(.fund))
            }
            if piece.known == .version, !hasFlag {
                return UnclearPiece(.versionAsRecurring, piece, meant: .known(.recurring))
            }
        }
        return fragment.flatMap { fault(of: $0) }
    }

    /// Returns the first piece that contains two parameters separated by something other than `&`.
    static func firstSeparated(in pieces: [QueryPiece]) -> UnclearPiece? {
        pieces.lazy.compactMap { separated($0) }.first
    }

    private static func fault(of piece: QueryPiece) -> UnclearPiece? {
        if let fault = separated(piece) { return fault }
        // A known parameter's grammar leaves no room for another parameter.
        guard piece.known == nil else { return nil }
        if piece.name.unicodeScalars.count == 1 { return UnclearPiece(.unknownLetter, piece) }
        if let meant = MeantParameter(piece.name) { return UnclearPiece(.parameterTypo, piece, meant: meant) }
        if let value = piece.value, MeantParameter.isMonthly(value, of: piece.name) {
            return UnclearPiece(.parameterTypo, piece, meant: .known(.recurring))
        }
        guard let value = piece.value else {
            return MeantParameter.fused(piece.name).map {
                UnclearPiece(.missingEquals, piece, meant: .known($0.name))
            }
        }
        return piece.name.isEmpty && !value.isEmpty ? UnclearPiece(.namelessValue, piece) : nil
    }

    /// Finds a second parameter in a piece, such as `;r=1` or `%26r=1`. The separator before this parameter
    /// is wrong or missing. Returns nil if the piece does not contain a second parameter.
    private static func separated(_ piece: QueryPiece) -> UnclearPiece? {
        let whole = piece.value.map { piece.name + "=" + $0 } ?? piece.name
        let parts = whole.split(omittingEmptySubsequences: false) { ";,&?# ".contains($0) }
        for part in parts.dropFirst() {
            let name = part.prefix { $0 != "=" }
            let isAssigned = name.endIndex < part.endIndex
            let ending = whole[..<part.startIndex].last
            if isAssigned, let meant = known(name) {
                return UnclearPiece(.wrongSeparator, piece, meant: meant)
            }
            if ending == ";", isAssigned && !name.isEmpty || MeantParameter.fused(String(part)) != nil {
                return UnclearPiece(.wrongSeparator, piece)
            }
        }
        if let meant = assigned(in: piece.value ?? piece.name) {
            return UnclearPiece(.wrongSeparator, piece, meant: meant)
        }
        let lower = piece.name.lowercased()
        return lower.hasPrefix("amp;") || lower == "amp" ? UnclearPiece(.wrongSeparator, piece) : nil
    }

    /// Finds an assignment to a known parameter within a longer text, such as `f=12` in `xf=12`. Returns the
    /// parameter, or nil if the text contains no such assignment.
    private static func assigned(in value: String) -> MeantParameter? {
        for equals in value.indices where value[equals] == "=" {
            let rest = value[value.index(after: equals)...]
            guard let next = rest.first, next != "=" else { continue }
            let start = value[..<equals].lastIndex { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
            let word = value[(start.map(value.index(after:)) ?? value.startIndex)..<equals]
            if let meant = known(word) { return meant }
            // The separator may be missing, so that a value is directly followed by the next name.
            guard let last = word.last, !isHarmless(word) else { continue }
            let following = rest.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
            if let fused = MeantParameter.fused(String(last) + following) { return .known(fused.name) }
        }
        return nil
    }

    private static func isHarmless(_ word: Substring) -> Bool {
        ["ref", "href", "from", "for", "pdf", "gif", "var", "nr", "year", "user", "order", "number"]
            .contains(word.lowercased())
    }

    /// Returns the known parameter that has this name, or that was probably meant by this name. Returns nil
    /// for any other name.
    private static func known(_ name: Substring) -> MeantParameter? {
        ParameterName.find(name).map { .known($0) } ?? MeantParameter(String(name))
    }

    private static func fault(of fragment: FragmentPiece) -> UnclearPiece? {
        let fault = UnclearPiece(
            code: .fragmentParameters, raw: "#" + fragment.raw, offset: fragment.offset - 1)
        if fragment.text.contains("=") { return fault }
        let parts = fragment.text.split { "&;?,/:# ".contains($0) }
        let isMeant = parts.contains { part in
            MeantParameter.fused(String(part)).map { $0.value.contains(where: \.isNumber) } == true
                || part.count > 2 && MeantParameter(String(part)) != nil
        }
        return isMeant ? fault : nil
    }
}

extension UnclearPiece {
    private init(_ code: URLRefusal.Code, _ piece: QueryPiece, meant: MeantParameter? = nil) {
        self.init(code: code, raw: piece.raw, offset: piece.offset, meant: meant)
    }
}
