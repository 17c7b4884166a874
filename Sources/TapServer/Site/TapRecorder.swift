public import Giving
public import InvocationRouter

/// Verifies taps with the keys and counters of tags, and records the taps.
public struct TapRecorder: Sendable {
    /// Verifies the SUN message in a tag's URL, and stores the message's counter. If the same URL is verified
    /// again, it is treated as a copy.
    let prove: @Sendable (_ url: String) async throws -> SUNVerdict
    /// Records a tap that opened an organization's page. Returns the tap's id, to which a gift can refer, or
    /// nil if the tap is not recorded. The tap might not have been stored yet when this call returns.
    let keep:
        @Sendable (
            _ url: String, _ route: Route, _ organization: String, _ verdict: SUNVerdict,
            _ source: Tap.Source
        ) async throws -> String?
    /// Stores the recorded taps that have not been stored yet. Does nothing if `id` is the id of a tap that
    /// is already stored.
    let flush: @Sendable (_ id: String?) async throws -> Void

    /// Creates a recorder.
    ///
    /// - Parameter flush: Stores the recorded taps. It can be omitted if `keep` stores each tap before it
    ///   returns.
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
    /// The source of a tap: a tag if the URL contains data from a tag or its chip, and otherwise a link.
    var source: Tap.Source {
        switch self {
        case .managedTag: .tag
        case .gift(let invocation) where invocation.tag != nil || invocation.evidence != nil: .tag
        case .gift, .payment, .plan: .link
        }
    }
}
