/// The parameters that version 1 knows: `v`, `f`, `r`, `t`, `m`, `picc_data`, `cmac`.
enum ParameterName: Int {
    case version, fund, recurring, tag, mirror, piccData, cmac

    /// The parameter that a range, decoded, names without case, and whether it does so in the right case.
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
        case UInt8(ascii: "f"): name = .fund
        case UInt8(ascii: "r"): name = .recurring
        case UInt8(ascii: "t"): name = .tag
        case UInt8(ascii: "m"): name = .mirror
        case UInt8(ascii: "v"): name = .version
        default: return nil
        }
        return (name, first == small)
    }

    /// The error of a value that is not well formed (checks 23 to 28).
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

    /// Whether a range, decoded, has the form that the parameter wants.
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
