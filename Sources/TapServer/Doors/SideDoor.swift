/// Another port of the server, which serves one thing.
public struct SideDoor: Sendable {
    /// What is served there.
    public enum Purpose: Sendable {
        /// Metrics, at `/metrics`: the text is made anew for each request.
        case metrics(@Sendable () async -> String)
        /// The way to the pages, for whoever comes without TLS: 308 to the same page.
        case redirect
    }

    /// What is served there.
    public var purpose: Purpose
    /// `127.0.0.1`
    public var host: String
    /// 0 takes a free one.
    public var port: Int
    /// Is given the port once requests are taken, after the pages are served.
    public var started: @Sendable (Int) -> Void

    /// Another port.
    public init(
        _ purpose: Purpose, host: String, port: Int, started: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.purpose = purpose
        self.host = host
        self.port = port
        self.started = started
    }
}
