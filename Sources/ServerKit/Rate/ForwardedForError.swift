public import FailureKit

/// The error for a trusted proxy that sends an `X-Forwarded-For` header with something other than addresses.
public struct ForwardedForError: Failure, Hashable {
    public init() {}

    /// The stable error code.
    public var failureCode: String { "forwardedForUnreadable" }
    public var category: FailureCategory { .configuration }
    /// A clause that describes what happened.
    public var summary: String {
        "a trusted proxy sends an X-Forwarded-For header that is not a list of addresses"
    }
    /// A clause that describes the consequence.
    public var reason: String { "all clients without a readable address share one rate limit" }
}
