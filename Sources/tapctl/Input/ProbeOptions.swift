import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import LinkProbe
import TimeKit

/// The options `--ca` and `--connect`, for commands that open URLs.
struct ProbeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Trust the certificates in this PEM file instead of the system's certificates. (default: $TAPCTL_CA)",
            valueName: "file"),
        completion: .file())
    var ca: String?

    @Option(
        help: ArgumentHelp(
            "Connect to this address instead of the URL's host, for example to test a server before its DNS entry changes. (default: $TAPCTL_CONNECT)",
            valueName: "host:port"))
    var connect: String?

    func validate() throws {
        if let connect, !Self.isPlace(connect) {
            throw ValidationError("--connect must be HOST:PORT, such as 192.0.2.7:8443 or [2001:db8::7]:443.")
        }
    }

    /// Returns a probe configured by these options and, for omitted options, by environment variables.
    func probe() throws -> LinkProbe { try LinkProbe.configured(ca: ca, connect: connect) }

    static func isPlace(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]) else {
            return false
        }
        let host = text[..<colon]
        let isHost =
            host.hasPrefix("[")
            ? host.hasSuffix("]") && host.count > 2
            : !host.isEmpty && !host.contains(where: { "[]:".contains($0) })
        return (1...65_535).contains(port) && isHost && host.allSatisfy { !$0.isWhitespace && $0 != "/" }
    }
}

extension LinkProbe {
    /// Returns the probe for commands that open URLs.
    ///
    /// - Parameters:
    ///   - ca: The value of `--ca`; nil for `$TAPCTL_CA`, else the system's authorities.
    ///   - connect: The value of `--connect`; nil for `$TAPCTL_CONNECT`, else the host of each URL.
    /// - Throws: An error with exit code 66 or 78 if a file cannot be read or contains no certificate, or if
    ///   the host and port to connect to are invalid.
    static func configured(ca: String? = nil, connect: String? = nil) throws -> LinkProbe {
        let clock = try ProcessEnvironment().clock
        var probe = LinkProbe { clock.now() }
        probe.userAgent = "tapctl/\(Version.number)"
        probe.isOffline = isSetOffline
        let authorities = ca ?? environmentVariable("TAPCTL_CA", default: "")
        if !authorities.isEmpty || ca != nil {
            let text = String(decoding: try Input.read(authorities), as: UTF8.self)
            guard text.contains("-----BEGIN CERTIFICATE-----") else {
                throw CommandError(
                    .configuration, code: "noCertificate", "\(authorities) contains no certificate",
                    reason: "the file has no line -----BEGIN CERTIFICATE-----",
                    remedy: "use the authority's certificate in PEM format")
            }
            probe.authorities = authorities
        }
        let place = connect ?? environmentVariable("TAPCTL_CONNECT", default: "")
        if !place.isEmpty {
            guard ProbeOptions.isPlace(place) else {
                throw CommandError(
                    .configuration, code: "malformedVariable", "TAPCTL_CONNECT is not a valid host and port",
                    reason: place,
                    remedy: "use HOST:PORT, such as 192.0.2.7:8443")
            }
            probe.connectTo = place
        }
        return probe
    }

    /// Whether `$TAPCTL_OFFLINE` disables opening URLs.
    static var isSetOffline: Bool { !["", "0"].contains(environmentVariable("TAPCTL_OFFLINE", default: "")) }
}
