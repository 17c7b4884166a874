/// The parameters of a giving URL. The initializer validates the query (checks 22 to 29 of
/// `docs/invocation-url.md` §4).
struct GiftParameters {
    private(set) var fund: String?
    private(set) var fundUnclear = false
    private(set) var recurring = false
    private(set) var tag: String?
    private(set) var evidence: TapEvidence?
    private(set) var placeholder: Invocation.Placeholder?
    /// The warnings from parsing the query, in the order of the URL, followed by the warnings from validating
    /// the parameters, in the order of the checks.
    private(set) var warnings: [InvocationWarning]

    private let profile: ParseProfile
    private let query: QueryParser

    init(_ range: Range<Int>, of text: Span<UInt8>, profile: ParseProfile) throws(InvocationError) {
        self.profile = profile
        query = try QueryParser(range, of: text, profile: profile)
        warnings = query.warnings
        // Check 23 is the same in both profiles, because a later version can give a URL any meaning.
        if let version = query[.version],
            version.isBroken || version.isAmbiguous || !ParameterName.version.accepts(version.value, of: text)
        {
            throw text.error(.unsupportedVersion, version.value)
        }
        let fund = try value(.fund, of: text)
        fundUnclear = fund == nil && query[.fund] != nil
        self.fund = fund.map { text.decodedString($0) }
        recurring = try value(.recurring, of: text).map { text.decoded($0, equals: "1") } ?? false
        tag = try value(.tag, of: text).map { text.decodedString($0) }
        evidence = try evidence(of: text)
    }

    /// Returns the range of a parameter's value. Returns nil if the parameter is missing. In profile `tap`,
    /// also returns nil if the parameter is malformed or has several different values.
    private mutating func value(
        _ name: ParameterName, of text: Span<UInt8>
    ) throws(InvocationError) -> Range<Int>? {
        guard let parameter = query[name] else { return nil }
        if parameter.isBroken { return nil }
        guard name.accepts(parameter.value, of: text) else {
            try warnings.note(text.error(name.malformed, parameter.value), profile)
            return nil
        }
        return parameter.isAmbiguous ? nil : parameter.value
    }

    /// Validates the mirrored data in the query and returns the data. Returns nil if the query contains no
    /// mirrored data or only a placeholder. In profile `tap`, also returns nil if the data is invalid or
    /// conflicting.
    private mutating func evidence(of text: Span<UInt8>) throws(InvocationError) -> TapEvidence? {
        let mirrored = try value(.mirror, of: text).flatMap { text.mirror($0) }
        let piccData = try value(.piccData, of: text).flatMap { text.hexBytes($0, count: 16) }
        let cmac = try value(.cmac, of: text).flatMap { text.hexBytes($0, count: 8) }
        if let alone = query[.piccData] ?? query[.cmac], query[.piccData] == nil || query[.cmac] == nil {
            try warnings.note(text.error(.invalidSUN, alone.value), profile)
        }
        if let mirror = query[.mirror], let sun = query[.piccData] {
            let later = max(mirror.value.lowerBound, sun.value.lowerBound)
            try warnings.note(InvocationError(.conflictingEvidence, at: later), profile)
            return nil
        }
        if let mirrored {
            if mirrored.uid.allSatisfy({ $0 == 0 }), mirrored.counter ?? 0 == 0 {
                return notePlaceholder(.mirror)
            }
            return .mirror(uid: mirrored.uid, counter: mirrored.counter)
        }
        guard let piccData, let cmac else { return nil }
        if piccData.allSatisfy({ $0 == 0 }), cmac.allSatisfy({ $0 == 0 }) {
            return notePlaceholder(.sun)
        }
        return .sun(piccData: piccData, cmac: cmac)
    }

    private mutating func notePlaceholder(_ placeholder: Invocation.Placeholder) -> TapEvidence? {
        self.placeholder = placeholder
        warnings.append(.mirrorPlaceholder)
        return nil
    }
}
