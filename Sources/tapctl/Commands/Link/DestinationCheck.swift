import Documents
import FailureKit
import InvocationRouter
import LinkProbe
import TagRegistry

/// A check that opens the destinations of tags before the tags are permanently locked.
struct DestinationCheck: Sendable {
    /// The function that opens a URL and returns its redirects and the final response.
    var follow: @Sendable (String) async throws -> LinkTrail

    /// The maximum total time for checking all destinations of a command.
    static let time = Duration.seconds(60)

    /// Returns the default check, which uses the network. It respects `$TAPCTL_CA`, `$TAPCTL_CONNECT` and
    /// `$TAPCTL_OFFLINE`.
    static func standard() throws -> DestinationCheck {
        let probe = try LinkProbe.configured()
        return DestinationCheck { try await probe.follow($0) }
    }

    /// Opens every distinct destination once, and warns on stderr about destinations that have problems or
    /// could not be checked. If `force` is true, a destination without a page causes only a warning.
    ///
    /// - Throws: An error with exit code 77 if a destination has no page and `force` is false.
    func require(_ destinations: [Destination], force: Bool) async throws {
        guard !destinations.isEmpty else { return }
        Terminal.progress("opening \(counted(Set(destinations).count, "destination")) …")
        let checked = try await Destination.check(destinations, within: Self.time, following: follow)
        Terminal.endProgress()
        var dead: [String] = []
        for (destination, verdict) in checked {
            switch verdict {
            case .works(let warnings):
                for fault in warnings { Terminal.warn("\(destination.url): \(fault.summary)") }
            case .unclear(let faults):
                Terminal.warn(
                    "\(destination.url): \(faults.summary); the server may respond differently to "
                        + "a browser than to tapctl, so open the URL with a phone first"
                )
            case .dead(let faults): dead.append("\(destination.url): \(faults.summary)")
            case .notChecked: break
            }
        }
        sayNotChecked(checked, of: Set(destinations).count)
        guard !dead.isEmpty else { return }
        if force {
            for line in dead { Terminal.warn("\(line); continuing because of --force") }
            return
        }
        let more = dead.count > 10 ? ["and \(dead.count - 10) more"] : []
        throw CommandError(
            .refused, code: "deadDestination",
            dead.count == 1
                ? "a phone would find no page at the destination"
                : "a phone would find no page at \(dead.count) destinations",
            reason: (dead.prefix(10).map { printable($0) } + more).joined(separator: "\n"),
            remedy: "`tapctl url follow URL` shows more; correct the URL or its server, or use --force\n"
                + "if this network has a sign-in page, sign in first: until then, the sign-in page replaces every page"
        )
    }

    /// Prints a warning about the destinations that were not checked, if there are any.
    private func sayNotChecked(
        _ checked: [(destination: Destination, verdict: Destination.Verdict)], of all: Int
    ) {
        let unknown = checked.compactMap { destination, verdict -> (url: String, why: String)? in
            guard case .notChecked(let fault) = verdict else { return nil }
            if case .timedOut = fault { return (destination.url, "the time limit was reached") }
            return (destination.url, fault.summary)
        }
        let left = all - checked.count
        guard let first = unknown.first else {
            if left > 0 {
                Terminal.warn(
                    "\(left) of \(counted(all, "destination")) \(left == 1 ? "was" : "were") not checked: "
                        + "there are too many")
            }
            return
        }
        let subject =
            unknown.count + left == 1
            ? "\(first.url) was not checked"
            : "\(unknown.count + left) destinations were not checked, for example \(first.url)"
        Terminal.warn(
            "\(subject): \(first.why); open \(unknown.count + left == 1 ? "it" : "them") with a phone first")
    }
}

extension [LinkFault] {
    fileprivate var summary: String { map(\.summary).joined(separator: ", and ") }
}

extension Destination {
    /// Returns the destinations of a tag with a given URL. The result is empty unless the URL's scheme is
    /// http or https.
    ///
    /// The tag's id and mirrored data are removed from a gift URL, because a check must not count as a tap.
    /// For a managed tag, only the server is checked, because the page depends on the server's registry.
    static func of(tagURL url: String, hosts: HostList) -> [Destination] {
        guard ["http://", "https://"].contains(where: { url.lowercased().hasPrefix($0) }) else { return [] }
        switch try? Route.parse(url, profile: .tap, hosts: hosts) {
        case .managedTag: return [Destination(server(of: url), isServerOnly: true)]
        case .gift: return [Destination(withoutTag(url))]
        case .payment, .plan, nil: return [Destination(url)]
        }
    }

    /// Returns the destinations to check for a batch's rows.
    ///
    /// - Parameter managed: The stored destinations of a managed batch's tags; empty for any other batch.
    static func of(_ rows: [BatchRow], managed: [ManagedDestination]) -> [Destination] {
        guard managed.isEmpty else {
            let servers = rows.map { Destination(server(of: $0.url), isServerOnly: true) }
            return servers + managed.compactMap { $0.aim.map { Destination(withoutTag($0.url)) } }
        }
        return rows.map { row in Destination(row.org == nil ? row.url : withoutTag(row.url)) }
    }

    private static func server(of url: String) -> String {
        let path = url.firstRange(of: "://").map { url[$0.upperBound...].firstIndex { "/?#".contains($0) } }
        guard let end = path ?? nil else { return url + "/" }
        return url[..<end] + "/"
    }

    private static func withoutTag(_ url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let kept = url[url.index(after: mark)...].split(separator: "&").filter { part in
            !["t", "m", "picc_data", "enc", "cmac"].contains(part.prefix { $0 != "=" })
        }
        return url[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }
}
