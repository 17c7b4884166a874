import DisplayKit
import SimulationKit
import TestSupport
import Testing

@testable import Giving

@Suite struct EmailAddressTests {
    @Test(
        "compares addresses in lower case and NFC, without surrounding white space",
        arguments: [
            ("donor@example.org", "donor@example.org"), ("  Donor@Example.ORG\n", "donor@example.org"),
            ("a.b+tag@sub.example.org", "a.b+tag@sub.example.org"),
            ("o'brien@example.org", "o'brien@example.org"),
            ("u\u{308}ber@example.org", "über@example.org"),
            ("ÜBER@Bücher.example", "über@xn--bcher-kva.example"),
            ("用户@例子.公司", "用户@xn--fsqu00a.xn--55qx5d"), ("x@1.example", "x@1.example"),
            ("x@xn--bcher-kva.example", "x@xn--bcher-kva.example"),
        ])
    func keys(typed: String, key: String) {
        #expect(EmailAddress(typed).map { Array($0.key.utf8) } == Array(key.utf8))
    }

    @Test(
        "S-2: the mailbox of an address has no tag and no capital letters",
        arguments: [
            ("Ann+church@Example.org", "ann@example.org"), ("ann@example.org", "ann@example.org"),
            ("a.b+x+y@example.org", "a.b@example.org"), ("+x@example.org", "+x@example.org"),
            ("ann+x@bücher.example", "ann@xn--bcher-kva.example"),
        ])
    func mailboxes(typed: String, mailbox: String) {
        #expect(EmailAddress(typed)?.mailbox == mailbox)
    }

    @Test(
        "refuses addresses that cannot be delivered to",
        arguments: [
            "", "@", "a", "a@", "@example.org", "a@b", "a@b@example.org", "a b@example.org", "a@exam ple.org",
            ".a@example.org", "a.@example.org", "a..b@example.org", "a@.example.org", "a@example..org",
            "a@example.org..", "a@.", "a@-example.org", "a@example-.org", "a@127.0.0.1", "a@[127.0.0.1]",
            "\"a b\"@example.org", "a\u{0}@example.org", "a\r\nBcc: b@example.org", "a@exa\u{202E}mple.org",
            "a\u{200B}@example.org", "a@example.org\u{600}.", "a,b@example.org", "<a@example.org>",
            "a@exam_ple.org",
            String(repeating: "a", count: 65) + "@example.org",
            "a@" + String(repeating: "a", count: 64) + ".org",
            "a@" + String(repeating: "a.", count: 126) + "org",
        ])
    func refuses(typed: String) { #expect(EmailAddress(typed) == nil) }

    @Test(
        "explains why an address is refused, without repeating it",
        arguments: [
            ("nobody", "the address has no @"), ("a@b@example.org", "the address has more than one @"),
            ("\"a@b\"@example.org", "quotation marks are not supported"),
            ("@example.org", "the part before the @ is missing"),
            (
                String(repeating: "a", count: 65) + "@example.org",
                "the part before the @ has more than 64 bytes"
            ),
            (
                "a b@example.org",
                "the part before the @ contains a space, an unsupported symbol or a misplaced dot"
            ),
            ("a@localhost", "the part after the @ is not a valid host name"),
            (String(repeating: "a", count: 300) + "@example.org", "the address has more than 254 bytes"),
        ])
    func flaws(typed: String, flaw: String) {
        #expect(EmailAddress(typed) == nil && EmailAddress.flaw(of: typed) == flaw)
    }

    @Test(
        "all spellings of an international domain are one address (M-6)",
        arguments: [
            [
                "hans@müller.example", "hans@xn--mller-kva.example", "HANS@MÜLLER.EXAMPLE",
                "Hans@XN--MLLER-KVA.example", "hans@mu\u{308}ller.example", "hans@müller。example",
                "hans@müller．example", "hans@müller｡example", "hans@müller.example.", "ｈａｎｓ＠müller.example",
                " hans@müller.example\u{3000}",
            ],
            ["a@example.org", "a@EXAMPLE.org.", "ａ＠ｅｘａｍｐｌｅ．ｏｒｇ", "a@example。org"],
            ["ann@faß.example", "ann@FAß.example", "ann@xn--fa-hia.example"],
            ["b@παράδειγμα.example", "b@ΠΑΡΆΔΕΙΓΜΑ.example", "b@xn--hxajbheg2az3al.example"],
            ["用户@例子.公司", "用户@例子。公司", "用户@xn--fsqu00a.xn--55qx5d"],
            ["x@نامهای.example", "x@xn--mgba3gch31f.example"],
        ])
    func oneForm(forms: [String]) {
        let keys = forms.map { EmailAddress($0)?.key }
        #expect(Set(keys).count == 1 && keys[0] != nil, "\(keys)")
    }

    @Test("different domains are different addresses (M-6)")
    func twoForms() {
        let pairs = [
            ("a@faß.example", "a@fass.example"), ("a@müller.example", "a@mueller.example"),
            ("a@müller.example", "a@muller.example"), ("ä@example.org", "a@example.org"),
        ]
        for (one, other) in pairs { #expect(EmailAddress(one)?.key != EmailAddress(other)?.key) }
    }

    @Test(
        "has an ASCII form if its local part is ASCII (M-6)",
        arguments: [
            ("hans@müller.example", "hans@xn--mller-kva.example"), ("Hans@Example.org", "Hans@example.org"),
            ("jürgen@example.org", nil), ("jürgen@müller.example", nil),
        ])
    func ascii(typed: String, ascii: String?) {
        #expect(EmailAddress(typed)?.ascii == ascii)
    }

    @Test(
        "refuses domains that cannot exist in DNS (M-6)",
        arguments: [
            "a@xn--a.example", "a@xn--.example", "a@ab--ü.example", "a@ü-.example", "a@-ü.example",
            "a@ü%.example",
            "a@\u{308}x.example", "a@ü.123", "a@" + String(repeating: "ü", count: 60) + ".example",
            "a@" + String(repeating: "ü.", count: 60) + "example", "a@mü\u{AD}ller.example", "a@☃.example",
        ])
    func noDomain(typed: String) {
        #expect(EmailAddress(typed) == nil)
    }

    @Test("accepts the longest local part, label and address")
    func longest() {
        #expect(EmailAddress(String(repeating: "a", count: 64) + "@example.org") != nil)
        #expect(EmailAddress("a@" + String(repeating: "a", count: 63) + ".org") != nil)
        #expect(EmailAddress("a@" + String(repeating: "a.", count: 124) + "orgx") != nil)
    }

    @Test(
        "an accepted address has no control characters, and its key is stable",
        arguments: propertySeeds)
    func anyText(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let scalars = (0..<3).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator))
        }
        let typed =
            String(String.UnicodeScalarView(scalars)) + "@ex" + scalars.map(String.init).joined() + ".org"
        guard let address = EmailAddress(typed) else { return }
        #expect((try? DisplayText(address.text, atMost: 254).text) == address.text)
        #expect(EmailAddress(address.key)?.key == address.key)
    }
}
