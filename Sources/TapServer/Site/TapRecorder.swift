public import Giving
public import InvocationRouter

/// Verifies taps with the tags' keys and counters, and records them.
public struct TapRecorder: Sendable {
    /// Verifies the tap of a URL, and stores its counter. If the same URL is verified again, it is treated as a
    /// copy.
    let prove: @Sendable (_ url: String) async throws -> SUNVerdict
    /// Records a tap that opened an organization's page. The tap may be stored later. Returns the id by which a
    /// gift refers to the tap.
    let keep:
        @Sendable (
            _ url: String, _ route: Route, _ organization: String, _ verdict: SUNVerdict,
            _ source: Tap.Source
        ) async throws -> String?
    /// Stores the recorded taps that are not stored yet. If the closure is called with the id of a tap that is
    /// already stored, it does nothing.
    let flush: @Sendable (_ id: String?) async throws -> Void

    /// Creates a recorder.
    ///
    /// - Parameter flush: Not needed if `keep` stores each tap before it returns.
    public init(
        prove: @escaping @Sendable (_ url: String) async throws -> SUNVerdict,
        keep:
            @escaping @Sendable (
                _ url: String, _ route: Route, _ organization: String, _ verdict: SUNVerdict,
                _ source: Tap.Source
            ) async throws -> String?,
        flush: @escaping @Sendable (_ id: String?) async throws -> Void = { _ in }
    ) {
        self.prove = prove
        self.keep = keep
        self.flush = flush
    }

    /// A recorder that verifies nothing and records nothing.
    public static let none = TapRecorder(prove: { _ in .unchecked }, keep: { _, _, _, _, _ in nil })
}

extension Route {
    /// The source of a request according to its URL. Only the URL on a tag identifies the tag or its chip.
    var source: Tap.Source {
        switch self {
        case .managedTag: .tag
        case .gift(let invocation) where invocation.tag != nil || invocation.evidence != nil: .tag
        case .gift, .payment, .plan: .link
        }
    }
}
