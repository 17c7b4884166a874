public import InvocationRouter

/// What the pages are told by whoever runs the server.
public struct AdminSettings: Sendable {
    /// Anybody can open the giving pages: each page says so.
    public var isPublicSimulation = false
    /// The pages are reached over TLS: browsers then send the sign-in over nothing else.
    public var isSecure = false
    /// The hosts of the URLs that tags carry; managed tags are aimed at the first.
    public var hosts = HostList.standard

    /// On this machine, without TLS.
    public init() {}
}
