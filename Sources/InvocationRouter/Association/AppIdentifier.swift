/// An app as an association file names it: `ABCDE12345.giving.tap.app`.
///
/// Source: Apple, "applinks.Details": `<Application Identifier Prefix>.<Bundle Identifier>`; "CFBundleIdentifier":
/// letters, digits, hyphens and dots.
public struct AppIdentifier: Hashable, Sendable {
    /// Ten capital letters and digits, mostly the team's id.
    public let prefix: String
    /// The bundle identifier: letters, digits, hyphens, dots.
    public let bundle: String

    /// The whole, as it stands in the file.
    public var text: String { "\(prefix).\(bundle)" }

    /// Nil where the text is none.
    public init?(_ text: String) {
        let octets = Array(text.utf8)
        guard octets.count >= 12, octets.count <= 255, octets[10] == UInt8(ascii: "."),
            octets[..<10].allSatisfy({ $0.isAlphanumeric && !(0x61...0x7A).contains($0) }),
            octets[11...].allSatisfy({ $0.isNameOctet && $0 != UInt8(ascii: "_") }),
            !octets[11...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .contains(where: \.isEmpty)
        else { return nil }
        prefix = String(decoding: octets[..<10], as: UTF8.self)
        bundle = String(decoding: octets[11...], as: UTF8.self)
    }
}
