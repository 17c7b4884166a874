import Foundation

/// Returns whether a string is the IP address of a computer on the public internet.
///
/// Loopback, private, link-local, shared, multicast and reserved addresses are not public. A string that is
/// not an IP address is also not public.
///
/// Source: IANA, IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890).
public func isPublicAddress(_ text: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return isPublic(UInt32(bigEndian: four.s_addr)) }
    var six = in6_addr()
    // A link-local address may have a zone, as in "fe80::1%eth0".
    let address = String(text.prefix { $0 != "%" })
    guard inet_pton(AF_INET6, address, &six) == 1 else { return false }
    let bytes = withUnsafeBytes(of: six) { Array($0) }
    let mapped = bytes[12...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // ::ffff:0:0/96 and the NAT64 prefix 64:ff9b::/96 contain an IPv4 address.
    if bytes[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        || bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    {
        return isPublic(mapped)
    }
    // Only 2000::/3 is assigned; 2001:db8::/32 is for documentation.
    return bytes[0] & 0xE0 == 0x20 && bytes[..<4] != [0x20, 0x01, 0x0D, 0xB8]
}

private func isPublic(_ address: UInt32) -> Bool {
    let special: [(prefix: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
        (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
    ]
    return !special.contains { address >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }
}
