import SimulationKit
import TestSupport
import Testing

@testable import TagKit

@Suite("What phones can do with a message")
struct PhoneUseTests {
    private static func record(_ type: String, _ payload: [UInt8], tnf: TNF = .media) -> NDEFRecord {
        NDEFRecord(tnf: tnf, type: Array(type.utf8), payload: payload)
    }

    private static func text(_ text: String) -> NDEFRecord {
        (try? TextRecord(text, language: "en").record()) ?? NDEFRecord(tnf: .empty)
    }

    private static let uri = URIRecord("https://example.org/give").record()
    private static let app = record("android.com:pkg", Array("org.example.app".utf8), tnf: .external)

    @Test("T-1: no phone can use these", arguments: SampleMessage.unusable + SampleMessage.malformed)
    func unusable(message: SampleMessage) {
        let use = PhoneUse(message: message.bytes)
        #expect(!message.bytes.isEmpty)
        #expect(use.phones == [])
        #expect(!use.reason.isEmpty)
        #expect(use.reason.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        #expect { try use.check() } throws: { ($0 as? TagError)?.code == .unusableMessage }
    }

    @Test("T-1: no message and an empty message are distinguished")
    func none() {
        #expect(PhoneUse(message: nil).iPhone == .useless(.noMessage))
        #expect(PhoneUse(message: []).android == .useless(.emptyMessage))
    }

    @Test(
        "both kinds of phones open these URIs",
        arguments: [
            "https://appclip.tap.giving/Grace?f=12&r=1", "http://example.org", "HTTPS://EXAMPLE.ORG/",
            "https://a/",
            "https://example.org:8443/x", "https://user@example.org/", "https://example.org.",
            "https://192.0.2.1/",
            "https://[2001:db8::1]:443/", "https://m\u{FC}nchen.example/", "https://a_b.example/?x=//",
            "tel:+15550100",
            "mailto:office@example.org", "sms:+15550100?body=give", "https://example.org:/",
            "https://a-b.example.org/-a:0", "https://\(String(repeating: "a", count: 63)).example/",
        ])
    func opened(uri: String) {
        let use = PhoneUse(uri: uri)
        // The record abbreviates the scheme, so phones see it in lowercase.
        let shown = uri.replacing("HTTPS://", with: "https://")
        #expect(use.iPhone == .usable(.opens(uri: shown)))
        #expect(use.android == .usable(.opens(uri: shown)))
        #expect(use.warnings.isEmpty && use.reason.isEmpty)
    }

    @Test(
        "no server can have these hosts and ports",
        arguments: [
            "https://-a.example/", "https://a-.example/", "HTTP://A.-B", "https://user@-a.example:443?x",
            "https://\(String(repeating: "a", count: 64)).example/",
            "https://\(String(repeating: "a.", count: 127))b/", "https://a.example:0/", "https://[::1]:00/",
        ])
    func impossibleHost(uri: String) {
        #expect(PhoneUse(uri: uri).phones == [])
    }

    @Test(
        "the reason names a control character in the URI, and shows it escaped",
        arguments: [
            ("https://a.de/\n", "\"https://a.de/\\u{a}\" contains the control character U+000A"),
            ("https://a.de\0", "\"https://a.de\\u{0}\" contains the control character U+0000"),
            ("tel:1\u{7F}", "\"tel:1\\u{7f}\" contains the control character U+007F"),
            ("https:///\u{FC}", "\"https:///\\u{fc}\" has no valid host"), ("tel:", "\"tel:\" is incomplete"),
        ])
    func controlCharacter(uri: String, reason: String) {
        #expect(PhoneUse(uri: uri).reason == "the URI \(reason)")
    }

    @Test("some messages are for one kind of phone, and the other is warned of")
    func oneKind() {
        let table: [(String, [NDEFRecord], [PhoneUse.Phone])] = [
            ("a text", [Self.text("Give")], [.android]),
            ("a contact", [Self.record("text/vcard", Array("BEGIN:VCARD".utf8))], [.android]),
            ("a contact in capitals", [Self.record("TEXT/VCARD; charset=utf-8", [0x42])], [.android]),
            ("a picture", [Self.record("image/png", [0x89])], [.android]),
            ("Wi-Fi", [Self.record("application/vnd.wfa.wsc", [0x10, 0x0E])], [.android]),
            ("an application record", [Self.app], [.android]),
            (
                "a Smart Poster", [(try? SmartPoster(URIRecord("https://a.org")).record()) ?? Self.uri],
                [.android]
            ),
            ("an absolute URI", [Self.record("https://a.org", [], tnf: .absoluteURI)], [.android]),
            ("a place", [URIRecord("geo:1,2").record()], [.android]),
            ("a call with picture", [URIRecord("facetime:office@example.org").record()], [.iPhone]),
            (
                "a private external type, then a URI",
                [Self.record("a.org:x", [1], tnf: .external), Self.uri], [.iPhone]
            ),
            ("a text, then a URI", [Self.text("Give"), Self.uri], [.iPhone, .android]),
            ("a URI, then an app", [Self.uri, Self.app], [.iPhone, .android]),
            ("a prefix, then an app", [URIRecord("https://").record(), Self.app], []),
            ("a URI without a host, then an app", [URIRecord("https:///x").record(), Self.app], [.android]),
            ("a URI, then an empty record", [Self.uri, NDEFRecord(tnf: .empty)], [.iPhone, .android]),
            ("a prefix, then a URI", [URIRecord("https://").record(), Self.uri], []),
        ]
        for (name, records, phones) in table {
            let use = PhoneUse(records: records)
            #expect(use.phones == phones, "\(name)")
            #expect(
                use.warnings.map(\.phone)
                    == (phones.isEmpty ? [] : PhoneUse.Phone.allCases.filter { !phones.contains($0) }),
                "\(name)")
        }
    }

    @Test("a chunked URI is one URI")
    func chunks() {
        // "https://" and "a.org" in two chunks.
        let use = PhoneUse(message: hex("B1 01 03 55 04 61 2E 56 00 03 6F 72 67"))
        #expect(use.iPhone == .usable(.opens(uri: "https://a.org")))
    }

    @Test("any bytes get a verdict, and only well-formed messages are usable")
    func anything() {
        for seed in propertySeeds {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<50 {
                var bytes = SampleMessage.unusable.randomElement(using: &generator)?.bytes ?? []
                for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
                    bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                        in: .min ... .max, using: &generator)
                }
                if Bool.random(using: &generator) {
                    bytes = generator.bytes(Int.random(in: 0...24, using: &generator))
                }
                let use = PhoneUse(message: bytes)
                #expect(use.isUsable == use.reason.isEmpty, "seed \(seed)")
                guard use.isUsable else { continue }
                #expect((try? NDEFMessage(decoding: bytes))?.records.isEmpty == false, "seed \(seed)")
            }
        }
    }
}
