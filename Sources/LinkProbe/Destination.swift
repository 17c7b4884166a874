/// A URL that is written to tags. It is checked before the tags are locked permanently.
public struct Destination: Hashable, Sendable {
    /// The URL to open.
    public var url: String
    /// Whether to check only the server. If true, any response with a status below 500 is sufficient, because
    /// the tag's page might not exist at the time of the check.
    public var isServerOnly: Bool

    /// Creates a destination from a URL.
    public init(_ url: String, isServerOnly: Bool = false) {
        (self.url, self.isServerOnly) = (url, isServerOnly)
    }

    /// The result of checking a destination.
    public enum Verdict: Hashable, Sendable {
        /// The destination works. The faults are only warnings.
        case works([LinkFault])
        /// The server responded without a page, but it may serve a page to a phone.
        case unclear([LinkFault])
        /// The link does not open a page on any phone.
        case dead([LinkFault])
        /// The destination could not be checked.
        case notChecked(LinkFault)
    }

    /// Returns the verdict on this destination, based on the faults that were found while its URL was
    /// followed.
    public func verdict(on trail: LinkTrail) -> Verdict {
        let errors = trail.faults.filter { !$0.isWarning && !isTolerable($0) }
        if errors.isEmpty { return .works(trail.faults.filter(\.isWarning)) }
        if errors.contains(.noNetwork) { return .notChecked(.noNetwork) }
        for case .unavailable(let reason) in errors { return .notChecked(.unavailable(reason: reason)) }
        return errors.allSatisfy(Self.mayWorkInBrowser) ? .unclear(errors) : .dead(errors)
    }

    private func isTolerable(_ fault: LinkFault) -> Bool {
        if isServerOnly, case .status(let status) = fault { return status < 500 }
        return false
    }

    /// Returns whether a fault might not occur in a browser. Some servers reject clients that are not
    /// browsers, or require a cookie that they set earlier.
    private static func mayWorkInBrowser(_ fault: LinkFault) -> Bool {
        switch fault {
        case .status(let status): [401, 403, 405, 406, 429].contains(status)
        case .redirectLoop(_, let setsCookie): setsCookie
        default: false
        }
    }

    /// A fault that can be detected without opening the URL: the URL is malformed, or its host is the phone
    /// itself.
    private var knownFault: LinkFault? {
        guard let host = LinkProbe.host(of: url) else { return .malformedURL }
        let isLoopback =
            host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "0.0.0.0"
            || LinkProbe.isAddress(host) && host.hasPrefix("127.")
        return isLoopback ? .loopback(host: host) : nil
    }

    /// The scheme, host and port of the URL.
    private var origin: String {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let rest = url.dropFirst(scheme.count).drop { $0 == ":" || $0 == "/" }
        return "\(scheme)://\(rest.prefix { !"/?#".contains($0) }.lowercased())"
    }

    /// The maximum number of destinations that one call of ``check(_:within:following:)`` checks. Any further
    /// destinations are ignored.
    public static let most = 200
    private static let concurrent = 8

    /// Opens the destinations, and returns a verdict on each one.
    ///
    /// For each combination of scheme, host and port, one destination is opened first. If it has a fault that
    /// applies to the whole server, the other destinations on that server are not opened. If there is no
    /// network, the remaining destinations are not opened, except those whose host name is reserved, such as
    /// `example.invalid`. Destinations with a malformed URL or a loopback host are never opened.
    ///
    /// - Parameters:
    ///   - destinations: The destinations. Duplicates are opened only once.
    ///   - time: The time after which no further destination is opened. The remaining destinations are not
    ///     checked.
    ///   - follow: Opens one URL, for example ``LinkProbe/follow(_:)``.
    /// - Returns: The distinct destinations in order, at most ``most``, with their verdicts.
    /// - Throws: The errors of `follow`, such as `CancellationError`.
    public static func check(
        _ destinations: [Destination], within time: Duration,
        following follow: @escaping @Sendable (String) async throws -> LinkTrail
    ) async throws -> [(destination: Destination, verdict: Verdict)] {
        var seen: Set<Destination> = []
        let distinct = destinations.filter { seen.insert($0).inserted }.prefix(most)
        var origins: Set<String> = []
        let first = distinct.filter { origins.insert($0.origin).inserted }
        let deadline = ContinuousClock.now + time
        var verdicts: [Destination: Verdict] = [:]
        var serverFaults: [String: Verdict] = [:]
        for wave in [first, distinct.filter { !first.contains($0) }] {
            var waiting = wave[...]
            try await withThrowingTaskGroup(of: (Destination, Verdict).self) { group in
                var running = 0
                while true {
                    while running < concurrent, let next = waiting.popFirst() {
                        if let known = serverFaults[next.origin] {
                            verdicts[next] = known
                        } else if let fault = next.knownFault {
                            verdicts[next] = .dead([fault])
                        } else if verdicts.values.contains(.notChecked(.noNetwork)), !next.isUnderInvalid {
                            verdicts[next] = .notChecked(.noNetwork)
                        } else if ContinuousClock.now >= deadline {
                            verdicts[next] = .notChecked(.timedOut(milliseconds: 0, receivedBytes: nil))
                        } else {
                            running += 1
                            group.addTask { (next, next.verdict(on: try await follow(next.url))) }
                        }
                    }
                    guard running > 0, let (destination, verdict) = try await group.next() else { break }
                    running -= 1
                    verdicts[destination] = verdict
                    if verdict.isOfServer { serverFaults[destination.origin] = verdict }
                }
            }
        }
        return distinct.map { ($0, verdicts[$0] ?? .notChecked(.noNetwork)) }
    }

    /// Whether the URL's host name is reserved and therefore never exists, as in `https://example.invalid/`.
    /// Such a name can be recognized without a network.
    private var isUnderInvalid: Bool { LinkProbe.host(of: url).map(LinkProbe.neverExists) ?? false }
}

extension Destination.Verdict {
    /// Whether the verdict applies to every destination on the same server.
    fileprivate var isOfServer: Bool {
        switch self {
        case .dead(let faults): faults.contains { $0.isOfServer && !$0.isWarning }
        case .notChecked(let fault): fault.isOfServer
        default: false
        }
    }
}
