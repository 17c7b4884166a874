public import Giving
public import InvocationRouter

/// The verification and storage of taps, with the tags' keys and counters.
public struct TapRecorder: Sendable {
    /// Verifies the tap of a URL, and stores its counter. The same URL then counts as a copy.
    let prove: @Sendable (_ url: String) async throws -> SUNVerdict
    /// Stores a tap that led to an organization. Returns the id under which a gift refers to it.
    let keep:
        @Sendable (
            _ url: String, _ route: Route, _ organization: String, _ verdict: SUNVerdict,
            _ source: Tap.Source
        ) async throws -> String?

    /// Creates a recorder.
    public init(
        prove: @escaping @Sendable (_ url: String) async throws -> SUNVerdict,
        keep:
            @escaping @Sendable (
                _ url: String, _ route: Route, _ organization: String, _ verdict: SUNVerdict,
                _ source: Tap.Source
            ) async throws -> String?
    ) {
        self.prove = prove
        self.keep = keep
    }

    /// A recorder that verifies nothing and stores nothing.
    public static let none = TapRecorder(prove: { _ in .unchecked }, keep: { _, _, _, _, _ in nil })
}

extension Route {
    /// The source of a request, as far as the URL shows it. Only a tag's own URL identifies the tag or its chip.
    var source: Tap.Source {
        switch self {
        case .managedTag: .tag
        case .gift(let invocation) where invocation.tag != nil || invocation.evidence != nil: .tag
        case .gift, .payment, .plan: .link
        }
    }
}
