/// A request that was answered, as logs and metrics tell it.
///
/// Nothing of it comes from a person: no path parameter, query, header or form, and no address.
public struct ServedRequest: Hashable, Sendable {
    /// By which the answer is known, here and in its header `X-Request-Id`: 16 digits in hex.
    public var id: String
    /// `GET`, `HEAD`, `POST`; anything else is `other`, so that there are few.
    public var method: String
    /// Where it went, without what stands in the path: `/-/give/{key}`.
    public var route: String
    /// The status of the answer; 499 where the client was gone before there was one.
    public var status: Int
    /// How long the answer took, without the time to send it.
    public var duration: Duration
    /// Octets of the answer's body; nil where they were not known before it was sent.
    public var octets: Int?

    /// A request that was answered.
    public init(id: String, method: String, route: String, status: Int, duration: Duration, octets: Int?) {
        self.id = id
        self.method = method
        self.route = route
        self.status = status
        self.duration = duration
        self.octets = octets
    }
}

/// Hears of each request, for a log or for metrics.
public protocol RequestObserver: Sendable {
    /// A request has begun; its end will be heard, too.
    func began()
    /// A request has its answer.
    func ended(_ request: ServedRequest)
}
