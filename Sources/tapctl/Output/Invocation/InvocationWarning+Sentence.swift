import Documents
import InvocationRouter

extension InvocationWarning {
    /// The warning for people, in half a sentence.
    var sentence: String {
        switch self {
        case .nonCanonical: "not in its canonical form"
        case .explicitPort: "names a port, which is not needed"
        case .trailingSlash: "a slash follows the organization"
        case .fragmentDropped: "what stands behind # never leaves the phone"
        case .unknownParameter(let name): "the parameter “\(printable(name))” is not known and is ignored"
        case .mirrorPlaceholder: "the chip's mirror is off: its place-holder stands in the URL"
        case .deviation(let code): "not as it should be (\(code.rawValue)); read nevertheless"
        }
    }
}
