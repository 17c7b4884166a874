/// Something in a URL that is not as it should be and did not hinder reading it.
public enum InvocationWarning: Hashable, Sendable {
    /// The URL differs from its canonical form.
    case nonCanonical
    /// A port is given, or a colon without one.
    case explicitPort
    /// A slash follows the organization.
    case trailingSlash
    /// The URL has a fragment, which no server sees.
    case fragmentDropped
    /// A parameter of this (decoded) name is not known and was ignored.
    case unknownParameter(name: String)
    /// The place-holder of a mirror stands in the URL: the chip's mirror is off. It is no evidence.
    case mirrorPlaceholder
    /// Profile `tap` took what `strict` refuses with this error.
    case deviation(InvocationError.Code)

    /// The stable name that programs compare, also the `code` of JSON warnings.
    public var code: String {
        switch self {
        case .nonCanonical: "nonCanonical"
        case .explicitPort: "explicitPort"
        case .trailingSlash: "trailingSlash"
        case .fragmentDropped: "fragmentDropped"
        case .unknownParameter: "unknownParameter"
        case .mirrorPlaceholder: "mirrorPlaceholder"
        case .deviation(let code): code.rawValue
        }
    }

    /// The name of the unknown parameter, unescaped: pass it through `escapedForDisplay()` before it is shown.
    public var name: String? {
        if case .unknownParameter(let name) = self { name } else { nil }
    }
}
