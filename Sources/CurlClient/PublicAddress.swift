import Foundation

/// Returns whether a string is the IP address of a computer on the public internet.
///
/// Returns false for loopback, private, link-local, shared, multicast and reserved addresses, and for a
/// string that is not an IP address.
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
    // ::ffff:0:0/96 and the NAT64 prefix 64:ff9b::/96 contain an IPv4 address.
    if bytes[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        || bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    {
        return isPublic(number(bytes[12...]))
    }
    let start = number(bytes[..<4])
    return start >> 29 == 1 && !isSpecial(start, special6)
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

private func isPublic(_ address: UInt32) -> Bool { !isSpecial(address, special4) }

private func isSpecial(_ address: UInt32, _ prefixes: [(prefix: UInt32, bits: UInt32)]) -> Bool {
    prefixes.contains { address >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }
}

private let special4: [(prefix: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
    (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16),
    (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
]

/// The special addresses within 2000::/3, the only range that is assigned for global unicast: 2001::/23 for
/// protocols, which contains Teredo and ORCHID; 2001:db8::/32 and 3fff::/20 for documentation; and 2002::/16
/// for 6to4.
///
/// Teredo and 6to4 addresses contain an IPv4 address, which may be private. Therefore, none of them counts as
/// public.
private let special6: [(prefix: UInt32, bits: UInt32)] = [
    (0x2001_0000, 23), (0x2001_0DB8, 32), (0x2002_0000, 16), (0x3FFF_0000, 20),
]
