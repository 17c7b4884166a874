public import FailureKit

/// An error because a trusted proxy sent an `X-Forwarded-For` header that contains something other than addresses.
public struct ForwardedForError: Failure, Hashable, Sendable {
    /// Creates the error.
    public init() {}

    /// The stable error code.
    public var failureCode: String { "forwardedForUnreadable" }
    /// The kind of failure.
    public var category: FailureCategory { .configuration }
    /// The error as a clause that says what happened.
    public var summary: String {
        "a trusted proxy sends an X-Forwarded-For header that is not a list of addresses"
    }
    /// The consequence.
    public var reason: String { "all clients without a readable address share one rate limit" }
}
