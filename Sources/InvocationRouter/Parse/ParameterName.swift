/// The parameters that version 1 knows.
enum ParameterName: Int, CaseIterable {
    case version, fund, recurring, tag, mirror, piccData, cmac

    /// How it is written.
    var text: StaticString {
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
