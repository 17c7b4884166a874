extension PhoneUse {
    /// The schemes that an iPhone opens from a tag without another app.
    ///
    /// Source: Apple, "Adding Support for Background Tag Reading".
    static let schemesOfIPhone: Set<String> = [
        "http", "https", "mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm",
    ]

    /// The schemes that Android's own apps open.
    ///
    /// Source: Android, "Common intents".
    static let schemesOfAndroid: Set<String> = [
        "http", "https", "mailto", "sms", "smsto", "mms", "mmsto", "tel", "geo", "market",
    ]

    /// Returns the result on a phone that opens these schemes.
    static func result(of uri: String, schemes: Set<String>) -> Result {
        let octets = Array(uri.utf8)
        guard !octets.isEmpty, !URIPrefix.all.contains(where: { $0.description == uri }) else {
            return .useless(.incompleteURI(uri))
        }
        guard let colon = octets.firstIndex(of: UInt8(ascii: ":")), isScheme(octets[..<colon]) else {
            return .useless(.noScheme)
        }
        let scheme = String(decoding: octets[..<colon], as: UTF8.self).lowercased()
        let rest = octets[(colon + 1)...]
        if scheme == "http" || scheme == "https" {
            guard hasHost(rest) else { return .useless(.noHost(uri)) }
        }
        let isEmpty = !rest.contains { $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 }
        guard !isEmpty, !octets.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return .useless(.incompleteURI(uri))
        }
        return schemes.contains(scheme) ? .usable(.opens(uri: uri)) : .useless(.needsApp(scheme + ":"))
    }

    /// Source: RFC 3986 §3.1.
    private static func isScheme(_ octets: ArraySlice<UInt8>) -> Bool {
        guard octets.first?.isASCIILetter == true else { return false }
        return octets.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }

    /// Returns true if two slashes and a valid host follow the scheme of a web address.
    ///
    /// Source: RFC 3986 §3.2.
    private static func hasHost(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: "//".utf8) else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let afterUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        if afterUser.first == UInt8(ascii: "[") { return isBracketedAddress(afterUser) }
        let host = afterUser.prefix { $0 != UInt8(ascii: ":") }
        guard isPort(afterUser[host.endIndex...]) else { return false }
        return isName(host)
    }

    /// Returns true for `[`, hexadecimal digits and colons, `]`, and an optional port.
    private static func isBracketedAddress(_ octets: ArraySlice<UInt8>) -> Bool {
        guard let end = octets.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let address = octets[octets.startIndex..<end].dropFirst()
        return address.contains(UInt8(ascii: ":"))
            && address.allSatisfy { $0.isASCIIHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
            && isPort(octets[(end + 1)...])
    }

    /// Returns true if the text is empty, or is a colon and a number up to 65535.
    private static func isPort(_ octets: ArraySlice<UInt8>) -> Bool {
        guard octets.first != nil else { return true }
        let digits = octets.dropFirst()
        guard octets.first == UInt8(ascii: ":"), digits.allSatisfy(\.isASCIIDigit) else { return false }
        return digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil
    }

    /// Returns true for labels separated by dots. `www` alone is the end of a prefix, not a host.
    private static func isName(_ host: ArraySlice<UInt8>) -> Bool {
        var name = host
        if name.last == UInt8(ascii: ".") { name = name.dropLast() }
        guard !name.isEmpty, String(decoding: name, as: UTF8.self).lowercased() != "www" else { return false }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A host whose last label is a number is an IPv4 address (WHATWG URL §3.5, "ends in a number").
        if labels.last?.allSatisfy(\.isASCIIDigit) == true {
            return labels.count == 4
                && labels.allSatisfy { UInt8(String(decoding: $0, as: UTF8.self)) != nil }
        }
        return labels.allSatisfy { label in
            label.contains { !"-_".utf8.contains($0) }
                && label.allSatisfy {
                    $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || "-_".utf8.contains($0)
                }
        }
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isASCIIHexDigit: Bool { isASCIIDigit || (0x61...0x66).contains(self | 0x20) }
}

extension String {
    /// True if nothing is visible: only white space, control and formatting characters.
    var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
            return properties.generalCategory == .control || properties.generalCategory == .format
        }
    }
}

extension [UInt8] {
    /// True if there are only zeros and ASCII white space.
    var isBlank: Bool { allSatisfy { $0 == 0 || $0 == 0x20 || (0x09...0x0D).contains($0) } }
}
