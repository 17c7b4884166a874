import InvocationRouter
import Testing

/// Every octet in every part of a URL, against the grammar written down once more.
@Suite struct OctetTests {
    static let everyOctet = UInt8.min...UInt8.max
    static let alphanumeric = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    static let allowed = alphanumeric.union("-._~:/?#@!$&'()*+,;=%".utf8)
    static let inName = alphanumeric.union("._-".utf8)

    /// The outcome with `octet` between two texts; what no URL may hold is expected to be told first.
    private func expect(
        _ before: String, _ after: String, profile: ParseProfile = .strict, _ expected: (UInt8) -> Outcome
    ) {
        for octet in Self.everyOctet {
            let wanted = Self.allowed.contains(octet) ? expected(octet) : .error(.forbiddenCharacter)
            let found = Outcome(octets: before.utf8 + [octet] + after.utf8, profile: profile)
            #expect(found == wanted, "octet \(octet)")
        }
    }

    @Test("scheme")
    func scheme() {
        expect("http", "://appclip.tap.giving/A") { octet in
            switch octet {
            case UInt8(ascii: "s"), UInt8(ascii: "S"): .org("A")
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            // `http:://…` and `http/://…`: the scheme is http, or there is none.
            case UInt8(ascii: ":"): .error(.schemeNotAllowed)
            case let octet where Self.alphanumeric.contains(octet) || "+-.".utf8.contains(octet):
                .error(.schemeNotAllowed)
            default: .error(.notAbsolute)
            }
        }
    }

    @Test("host")
    func host() {
        expect("https://appclip", "tap.giving/A") { octet in
            switch octet {
            case UInt8(ascii: "."): .org("A")
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            case UInt8(ascii: "@"): .error(.userinfoNotAllowed)
            default: .error(.hostNotAllowed)
            }
        }
    }

    @Test("port")
    func port() {
        expect("https://appclip.tap.giving:44", "/A") { octet in
            switch octet {
            case UInt8(ascii: "3"): .org("A")
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            case UInt8(ascii: "@"): .error(.userinfoNotAllowed)
            default: .error(.portNotAllowed)
            }
        }
    }

    @Test("organization, inside and outside")
    func org() {
        func outcome(_ octet: UInt8, whole: String, inner: Bool) -> Outcome {
            switch octet {
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            case UInt8(ascii: "/"): .error(.unexpectedPath)
            case UInt8(ascii: "?"), UInt8(ascii: "#"): inner ? .org("Wo") : .error(.missingOrg)
            case let octet where inner ? Self.inName.contains(octet) : Self.alphanumeric.contains(octet):
                .org(whole.replacing("*", with: String(UnicodeScalar(octet))))
            default: .error(.invalidOrg)
            }
        }
        expect("https://appclip.tap.giving/Wo", "ods") { outcome($0, whole: "Wo*ods", inner: true) }
        expect("https://appclip.tap.giving/", "Woods") { outcome($0, whole: "*Woods", inner: false) }
    }

    @Test("fund")
    func fund() {
        expect("https://appclip.tap.giving/A?f=1", "x") { octet in
            switch octet {
            case UInt8(ascii: "%"): .error(.badPercentEncoding)
            case UInt8(ascii: "&"), UInt8(ascii: "#"): .org("A")
            case let octet where Self.inName.contains(octet): .org("A")
            default: .error(.invalidFund)
            }
        }
    }

    @Test("parameter name and value that nobody knows, and fragment")
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
        for octet in Self.everyOctet {
            for upper in [true, false] {
                var digits = String(octet, radix: 16, uppercase: upper)
                if digits.count < 2 { digits = "0" + digits }
                let text: InvocationError.Code? =
                    octet >= 0x80 ? .invalidUTF8 : octet < 0x20 || octet == 0x7F ? .controlCharacter : nil
                let name = Self.inName.contains(octet)
                let separator = octet == UInt8(ascii: "/") || octet == UInt8(ascii: "\\")
                let orgCode = text ?? (separator ? .encodedSeparator : name ? nil : .invalidOrg)
                let org = Outcome("https://appclip.tap.giving/A%\(digits)B")
                #expect(org == orgCode.map { .error($0) } ?? .org("A" + String(UnicodeScalar(octet)) + "B"))
                let fundCode = text ?? (name ? nil : .invalidFund)
                let fund = Outcome("https://appclip.tap.giving/A?f=1%\(digits)2")
                #expect(fund == fundCode.map { .error($0) } ?? .org("A"))
                let other = Outcome("https://appclip.tap.giving/A?x=1%\(digits)2")
                #expect(other == text.map { .error($0) } ?? .org("A"))
            }
        }
    }
}
