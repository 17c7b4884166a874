import Glibc

/// An IPv4 or IPv6 address.
public struct NetworkAddress: Hashable, Sendable {
    /// The bytes of the address: 4 for IPv4, or 16 for IPv6.
    public let bytes: [UInt8]

    /// Parses a numeric address. Returns nil for any other text. An IPv4-mapped IPv6 address is converted to
    /// the IPv4 address.
    ///
    /// Source: RFC 4291 §2.2, §2.5.5.2.
    public init?(_ text: String) {
        guard text.utf8.count <= 45 else { return nil }
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            bytes = withUnsafeBytes(of: &v4) { Array($0) }
            return
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        let all = withUnsafeBytes(of: &v6) { Array($0) }
        let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
        bytes = isMapped ? Array(all[12...]) : all
    }

    /// Parses an entry of an `X-Forwarded-For` header. The entry is an address, to which some proxies add a
    /// port, brackets, quotation marks or a zone.
    init?(forwarded entry: Substring) {
        var text = entry.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let port = text[text.index(after: end)...]
            guard port.isEmpty || port.hasPrefix(":") && port.dropFirst().allSatisfy(\.isNumber) else {
                return nil
            }
            text = String(text[text.index(after: text.startIndex)..<end])
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            guard text[text.index(after: colon)...].allSatisfy(\.isNumber) else { return nil }
            text = String(text[..<colon])
        }
        if text.contains(":"), let zone = text.firstIndex(of: "%") { text = String(text[..<zone]) }
        self.init(text)
    }

    /// A placeholder for clients whose proxy sent something other than an address. All of these clients share
    /// one rate limit.
    public static let unreadable = NetworkAddress(bytes: Array(repeating: 0, count: 16))

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the address belongs to this machine: 127.0.0.0/8 or ::1.
    public var isLoopback: Bool {
        bytes.count == 4
            ? bytes.first == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
    }

    /// The prefix of the address that identifies one customer of an internet provider. It is the whole
    /// address for IPv4, and the first 64 bits for IPv6.
    ///
    /// Source: RFC 6177 §2.
    public var network: [UInt8] { bytes.count == 4 ? bytes : Array(bytes[..<8]) }

    /// The network of the address, such as `203.0.113.0/24`, without the part that identifies a device. It
    /// has the first 24 bits of an IPv4 address, or the first 48 bits of an IPv6 address.
    ///
    /// Source: RFC 6177 §2 (a site has at most a /48).
    package var siteNetwork: String {
        let kept = bytes.count == 4 ? 3 : 6
        let masked = bytes.prefix(kept) + [UInt8](repeating: 0, count: bytes.count - kept)
        return "\(Self.text(of: Array(masked)))/\(kept * 8)"
    }

    /// The numeric address in canonical form.
    public var text: String { Self.text(of: bytes) }

    private static func text(of bytes: [UInt8]) -> String {
        var bytes = bytes
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, &bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The proxies whose `X-Forwarded-For` headers are trusted.
public struct TrustedProxies: Hashable, Sendable {
    private let addresses: Set<NetworkAddress>

    /// The maximum number of addresses that are read from a header, starting at its end.
    static let mostHops = 16

    public init(_ addresses: Set<NetworkAddress> = []) { self.addresses = addresses }

    /// Returns the client's address. The connection's address and the addresses in the `X-Forwarded-For`
    /// header are read from the nearest to the farthest. The first one that does not belong to a trusted
    /// proxy is the client's address.
    ///
    /// Anyone can forge the header, but each proxy appends the address from which it received the request.
    /// The header is therefore read from its end, and only as far as trusted proxies have added the entries.
    ///
    /// If a trusted proxy sent an entry that is not an address, such as `unknown`, the result is
    /// ``NetworkAddress/unreadable``. The proxy's address is not used, because the rate limits may exempt it.
    ///
    /// - Parameters:
    ///   - peer: The address of the connection.
    ///   - forwardedFor: The lines of the `X-Forwarded-For` header, in the order received.
    public func client(of peer: NetworkAddress, forwardedFor: [String]) -> NetworkAddress {
        var client = peer
        let names = forwardedFor.joined(separator: ",").split(separator: ",").suffix(Self.mostHops)
        for name in names.reversed() {
            guard addresses.contains(client) else { break }
            guard let next = NetworkAddress(forwarded: name) else { return .unreadable }
            client = next
        }
        return client
    }
}
