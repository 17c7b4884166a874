import ServerKit

/// A host and port to listen on, such as `9100`, `localhost:9100` or `[::1]:9100`.
struct ListenAddress: Equatable {
    /// The host without brackets.
    var host: String
    /// The port; 0 selects a free port.
    var port: UInt16

    /// Parses an address. If the text is only a port, the host is `127.0.0.1`. Returns nil for an invalid
    /// address.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = UInt16(text) else { return nil }
            (host, self.port) = ("127.0.0.1", port)
            return
        }
        guard let port = UInt16(text[text.index(after: colon)...]) else { return nil }
        let name = text[..<colon]
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        guard isBracketed || !name.contains(":") else { return nil }
        host = String(isBracketed ? name.dropFirst().dropLast() : name)
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        else { return nil }
        self.port = port
    }

    /// Whether only this machine can reach the address.
    var isLoopback: Bool { HostPolicy.isLocal(host) }

    /// The host as written in a URL.
    var hostInURL: String { host.contains(":") ? "[\(host)]" : host }
}
