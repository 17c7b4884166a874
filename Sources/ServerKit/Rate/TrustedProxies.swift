/// Which machines are believed when they say for whom they ask.
public struct TrustedProxies: Hashable, Sendable {
    private let addresses: Set<NetworkAddress>

    /// The most names of one request that are looked at.
    static let mostHops = 16

    /// These machines, and no other.
    public init(_ addresses: Set<NetworkAddress> = []) { self.addresses = addresses }

    /// Who asks: the last address that no trusted machine has.
    ///
    /// Anybody can write the header; a proxy adds to its end whom it saw. So it is read from its end, as far as those are
    /// trusted who wrote it.
    ///
    /// - Parameters:
    ///   - peer: Who has the connection.
    ///   - forwardedFor: The lines of `X-Forwarded-For`, in their order.
    public func client(of peer: NetworkAddress, forwardedFor: [String]) -> NetworkAddress {
        var client = peer
        let names = forwardedFor.joined(separator: ",").split(separator: ",").suffix(Self.mostHops)
        for name in names.reversed() {
            guard addresses.contains(client),
                let next = NetworkAddress(String(name).filter { $0 != " " && $0 != "\t" })
            else { break }
            client = next
        }
        return client
    }
}
