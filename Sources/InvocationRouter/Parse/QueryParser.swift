import TextKit

/// A known parameter that the query contains.
struct Parameter {
    /// The range of the value, not decoded; empty if no `=` follows the name.
    var value: Range<Int>
    /// Whether the name or the value contains octets or characters that are not allowed. Always false in
    /// profile `strict`, which refuses such a URL.
    var isBroken: Bool
    /// Whether the query contains the parameter again with a different value. Always false in profile
    /// `strict`, which refuses such a URL.
    var isAmbiguous = false
}

/// The known parameters of a query. The initializer reads the query from left to right and handles repeated
/// parameters (check 22 of `docs/invocation-url.md` §4).
struct QueryParser {
    private var parameters = InlineArray<7, Parameter?>(repeating: nil)
    private let profile: ParseProfile
    /// The warnings, in the order of the query.
    private(set) var warnings: [InvocationWarning] = []

    init(_ query: Range<Int>, of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        self.profile = profile
        var unknown: Set<String> = []
        var start = query.lowerBound
        while start < query.upperBound {
            let end = text.first("&", in: start..<query.upperBound) ?? query.upperBound
            if start < end {
                try take(start..<end, of: text, unknown: &unknown)
            }
            start = end + 1
        }
    }

    /// Returns a known parameter; nil if the query does not contain the parameter.
    subscript(name: ParameterName) -> Parameter? { parameters[name.rawValue] }

    private mutating func take(
        _ piece: Range<Int>, of text: Span<UInt8>, unknown: inout Set<String>
    ) throws(InvocationError) {
        let equals = text.first("=", in: piece)
        let name = piece.lowerBound..<(equals ?? piece.upperBound)
        let value = (equals.map { $0 + 1 } ?? piece.upperBound)..<piece.upperBound
        guard let (known, isExact) = ParameterName.find(name, in: text) else {
            let name = text.decodedString(name)
            if unknown.insert(name).inserted { warnings.append(.unknownParameter(name: name)) }
            return
        }
        if !isExact {
            try warnings.note(text.error(.parameterCase, name), profile)
        }
        // Profile `strict` has already checked the whole text.
        let fault = profile == .tap ? text.textFault(in: piece) : nil
        if let fault { try warnings.note(fault, profile) }
        guard var before = parameters[known.rawValue] else {
            parameters[known.rawValue] = Parameter(value: value, isBroken: fault != nil)
            return
        }
        try warnings.note(text.error(.duplicateParameter, name), profile)
        before.isBroken = before.isBroken || fault != nil
        if !text.decodedEqual(before.value, value) {
            before.isAmbiguous = true
            if fault == nil, known != .version, !known.accepts(value, of: text) {
                try warnings.note(InvocationError(known.malformed, at: value.lowerBound), profile)
            }
        }
        parameters[known.rawValue] = before
    }
}

extension [InvocationWarning] {
    /// Throws an error in the strict profile. For a tap, adds it as a deviation, unless it is already listed.
    mutating func note(_ error: InvocationError, _ profile: ParseProfile) throws(InvocationError) {
        guard profile == .tap else { throw error }
        if !contains(.deviation(error.code)) { append(.deviation(error.code)) }
    }
}

/// The parameters that version 1 defines: `v`, `f`, `r`, `t`, `m`, `picc_data` and `cmac`.
enum ParameterName: Int {
    case version, fund, recurring, tag, mirror, piccData, cmac

    /// Returns the parameter whose name is in a range, and whether that name is in lower case, as required.
    /// The name is percent-decoded, and its case is ignored. Returns nil for an unknown name.
    static func find(_ range: Range<Int>, in text: Span<UInt8>) -> (name: ParameterName, isExact: Bool)? {
        var decoder = PercentDecoder(range)
        guard let first = decoder.next(in: text) else { return nil }
        if decoder.position < range.upperBound {
            for (name, written) in [(ParameterName.piccData, "picc_data" as StaticString), (.cmac, "cmac")]
            where text.decoded(range, equals: written, ignoringCase: true) {
                return (name, text.decoded(range, equals: written))
            }
            return nil
        }
        let small = first.lowercasedASCII
        let name: ParameterName
        switch small {
        case "f": name = .fund
        case "r": name = .recurring
        case "t": name = .tag
        case "m": name = .mirror
        case "v": name = .version
        default: return nil
        }
        return (name, first == small)
    }

    /// Returns the parameter with a name, which may be percent-encoded and in either case.
    static func find(_ name: some StringProtocol) -> ParameterName? {
        let bytes = Array(name.utf8)
        return find(bytes.indices, in: bytes.span)?.name
    }

    /// The error code for a malformed value of this parameter.
    var malformed: InvocationError.Code {
        switch self {
        case .version: .unsupportedVersion
        case .fund: .invalidFund
        case .recurring: .invalidRecurring
        case .tag: .invalidTag
        case .mirror: .invalidMirror
        case .piccData, .cmac: .invalidSUN
        }
    }

    /// Returns whether a value, percent-decoded, has the form that this parameter requires.
    func accepts(_ value: Range<Int>, of text: Span<UInt8>) -> Bool {
        switch self {
        case .version: text.decoded(value, equals: "1")
        case .fund: text.isFund(value)
        case .recurring: text.decoded(value, equals: "0") || text.decoded(value, equals: "1")
        case .tag: text.isTag(value)
        case .mirror: text.mirror(value) != nil
        case .piccData: text.hexBytes(value, count: 16) != nil
        case .cmac: text.hexBytes(value, count: 8) != nil
        }
    }
}
