import InvocationRouter
import Testing

/// Every octet in every part of a URL, against the grammar written down once more.
@Suite struct OctetTests {
    static let everyOctet = UInt8.min...UInt8.max
    static let alphanumeric = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    static let allowed = alphanumeric.union("-._~:/?#@!$&'()*+,;=%".utf8)
    static let inName = alphanumeric.union("._-".utf8)

    /// Expects an outcome with each `byte` between two texts. A byte that no URL may contain is reported
    /// first.
    private func expect(
        _ before: String, _ after: String, profile: ParseProfile = .strict, _ expected: (UInt8) -> Outcome
    ) {
        for byte in Self.everyOctet {
            let wanted = Self.allowed.contains(byte) ? expected(byte) : .error(.forbiddenCharacter)
            let found = Outcome(bytes: before.utf8 + [byte] + after.utf8, profile: profile)
            #expect(found == wanted, "octet \(byte)")
        }
    }

    @Test("scheme")
    func scheme() {
        expect("http", "://appclip.tap.giving/A") { byte in
            switch byte {
            case UInt8(ascii: "s"), UInt8(ascii: "S"): .org("A")
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            // `http:://…` and `http/://…`: the scheme is http, or the URL has none.
            case UInt8(ascii: ":"): .error(.schemeNotAllowed)
            case let byte where Self.alphanumeric.contains(byte) || "+-.".utf8.contains(byte):
                .error(.schemeNotAllowed)
            default: .error(.notAbsolute)
            }
        }
    }

    @Test("host")
    func host() {
        expect("https://appclip", "tap.giving/A") { byte in
            switch byte {
            case UInt8(ascii: "."): .org("A")
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            case UInt8(ascii: "@"): .error(.userinfoNotAllowed)
            default: .error(.hostNotAllowed)
            }
        }
    }

    @Test("port")
    func port() {
        expect("https://appclip.tap.giving:44", "/A") { byte in
            switch byte {
            case UInt8(ascii: "3"): .org("A")
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            case UInt8(ascii: "@"): .error(.userinfoNotAllowed)
            default: .error(.portNotAllowed)
            }
        }
    }

    @Test("organization, inside and outside")
    func org() {
        func outcome(_ byte: UInt8, whole: String, inner: Bool) -> Outcome {
            switch byte {
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            case UInt8(ascii: "/"): .error(.unexpectedPath)
            case UInt8(ascii: "?"), UInt8(ascii: "#"): inner ? .org("Wo") : .error(.missingOrg)
            case let byte where inner ? Self.inName.contains(byte) : Self.alphanumeric.contains(byte):
                .org(whole.replacing("*", with: String(UnicodeScalar(byte))))
            default: .error(.invalidOrg)
            }
        }
        expect("https://appclip.tap.giving/Wo", "ods") { outcome($0, whole: "Wo*ods", inner: true) }
        expect("https://appclip.tap.giving/", "Woods") { outcome($0, whole: "*Woods", inner: false) }
    }

    @Test("fund")
    func fund() {
        expect("https://appclip.tap.giving/A?f=1", "x") { byte in
            switch byte {
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            case UInt8(ascii: "&"), UInt8(ascii: "#"): .org("A")
            case let byte where Self.inName.contains(byte): .org("A")
            default: .error(.invalidFund)
            }
        }
    }

    @Test("unknown parameter names, their values, and the fragment are ignored")
    func ignored() {
        expect("https://appclip.tap.giving/A?xx", "yy=1") {
            $0 == UInt8(ascii: "%") ? .error(.badPercentEncoding) : .org("A")
        }
        expect("https://appclip.tap.giving/A?xx=", "yy") {
            $0 == UInt8(ascii: "%") ? .error(.badPercentEncoding) : .org("A")
        }
        expect("https://appclip.tap.giving/A#", "yy") { _ in .org("A") }
    }

    @Test("every octet percent-encoded, in organization, fund and an unknown value, with hex of either case")
    func encoded() {
        for byte in Self.everyOctet {
            for upper in [true, false] {
                var digits = String(byte, radix: 16, uppercase: upper)
                if digits.count < 2 { digits = "0" + digits }
                let text: InvocationError.Code? =
                    byte >= 0x80 ? .invalidUTF8 : byte < 0x20 || byte == 0x7F ? .controlCharacter : nil
                let name = Self.inName.contains(byte)
                let separator = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
                let orgCode = text ?? (separator ? .encodedSeparator : name ? nil : .invalidOrg)
                let org = Outcome("https://appclip.tap.giving/A%\(digits)B")
                #expect(org == orgCode.map { .error($0) } ?? .org("A" + String(UnicodeScalar(byte)) + "B"))
                let fundCode = text ?? (name ? nil : .invalidFund)
                let fund = Outcome("https://appclip.tap.giving/A?f=1%\(digits)2")
                #expect(fund == fundCode.map { .error($0) } ?? .org("A"))
                let other = Outcome("https://appclip.tap.giving/A?x=1%\(digits)2")
                #expect(other == text.map { .error($0) } ?? .org("A"))
            }
        }
    }
}
