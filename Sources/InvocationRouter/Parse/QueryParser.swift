/// One known parameter as the query gives it.
struct Parameter {
    /// The range of the raw value; empty also where no `=` follows the name.
    var value: Range<Int>
    /// Octets or decoded text fail a check, so that the value is malformed whatever it is (profile `tap`).
    var isBroken: Bool
    /// It is given again with another value (profile `tap`).
    var isAmbiguous = false
}

/// Check 22: which known parameters a query gives, from left to right.
struct QueryParser {
    private var parameters = InlineArray<7, Parameter?>(repeating: nil)
    private let profile: ParseProfile
    /// What was noticed, in the order of the query.
    private(set) var warnings: [InvocationWarning] = []

    init(_ query: Range<Int>, of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        self.profile = profile
        var unknown: Set<String> = []
        var start = query.lowerBound
        while start < query.upperBound {
            let end = text.first(UInt8(ascii: "&"), in: start..<query.upperBound) ?? query.upperBound
            if start < end {
                try take(start..<end, of: text, unknown: &unknown)
            }
            start = end + 1
        }
    }

    /// The known parameter of this name, if the query gives it.
    subscript(name: ParameterName) -> Parameter? { parameters[name.rawValue] }

    private mutating func take(
        _ piece: Range<Int>, of text: Span<UInt8>, unknown: inout Set<String>
    ) throws(InvocationError) {
        let equals = text.first(UInt8(ascii: "="), in: piece)
        let name = piece.lowerBound..<(equals ?? piece.upperBound)
        let value = (equals.map { $0 + 1 } ?? piece.upperBound)..<piece.upperBound
        guard let (known, isExact) = ParameterName.find(name, in: text) else {
            let name = text.decodedString(name)
            if unknown.insert(name).inserted { warnings.append(.unknownParameter(name: name)) }
            return
        }
        if !isExact {
            try note(.parameterCase, at: name.lowerBound, found: text.excerpt(name))
        }
        // Profile `strict` has checked the whole text before.
        let fault = profile == .tap ? text.textFault(in: piece) : nil
        if let fault { try note(fault.code, at: fault.offset) }
        guard var before = parameters[known.rawValue] else {
            parameters[known.rawValue] = Parameter(value: value, isBroken: fault != nil)
            return
        }
        try note(.duplicateParameter, at: name.lowerBound, found: text.excerpt(name))
        before.isBroken = before.isBroken || fault != nil
        if !text.decodedEqual(before.value, value) {
            before.isAmbiguous = true
            if fault == nil, known != .version, !known.accepts(value, of: text) {
                try note(known.malformed, at: value.lowerBound)
            }
        }
        parameters[known.rawValue] = before
    }

    /// A deviation: an error in profile `strict`, a warning in `tap`.
    private mutating func note(
        _ code: InvocationError.Code, at offset: Int, found: String = ""
    ) throws(InvocationError) {
        guard profile == .tap else { throw InvocationError(code, at: offset, found: found) }
        if !warnings.contains(.deviation(code)) { warnings.append(.deviation(code)) }
    }
}
