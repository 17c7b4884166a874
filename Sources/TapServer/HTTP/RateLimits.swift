/// How often one network address may ask, a minute and at once; 0 is without a limit.
///
/// A church is one address: a thousand phones on its network tap within the same minutes.
public struct RateLimits: Hashable, Sendable {
    /// Anything.
    public var requests = 6000
    /// Gifts that are sent, and other cards for them.
    public var gifts = 600
    /// Links that are asked for or used, and passwords that are tried.
    public var signIns = 60

    /// As they stand above.
    public init() {}
}
