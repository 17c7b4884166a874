import TestSupport
import Testing

@testable import TagKit

/// An encoded message, with a description.
struct SampleMessage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]

    init(_ name: String, _ digits: String) { (testDescription, bytes) = (name, hex(digits)) }

    init(_ name: String, uri: String) {
        testDescription = name
        bytes = (try? NDEFMessage([URIRecord(uri).record()]).encoded()) ?? []
    }

    init(_ name: String, _ records: [NDEFRecord]) {
        testDescription = name
        bytes = (try? NDEFMessage(records).encoded()) ?? []
    }
}

extension SampleMessage {
    /// Well-formed messages that no phone can use without a special app. T-1
    static let unusable: [SampleMessage] =
        [
            SampleMessage("one empty record", "D0 00 00"),
            SampleMessage("two empty records", "90 00 00 50 00 00"),
            SampleMessage("an empty record before a URI", "90 00 00 51 01 06 55 04 61 2E 6F 72 67"),
            SampleMessage("a U record without payload", "D1 01 00 55"),
            SampleMessage("a U record that is not UTF-8", "D1 01 03 55 04 FF FE"),
            SampleMessage("a U record without text", "D1 01 01 55 00"),
            SampleMessage("a Smart Poster without payload", "D1 02 00 53 70"),
            SampleMessage("a Smart Poster of garbage", "D1 02 03 53 70 01 02 03"),
            SampleMessage("a Smart Poster without a URI", "D1 02 08 53 70 D1 01 04 54 02 65 6E 41"),
            SampleMessage(
                "a Smart Poster with two URIs",
                "D1 02 10 53 70 91 01 04 55 04 61 2E 62 51 01 04 55 04 61 2E 62"),
            SampleMessage("a Smart Poster with only a prefix", "D1 02 05 53 70 D1 01 01 55 04"),
            SampleMessage("an empty text", "D1 01 03 54 02 65 6E"),
            SampleMessage("a text of spaces", "D1 01 05 54 02 65 6E 20 20"),
            SampleMessage("a text of zero-width spaces", "D1 01 06 54 02 65 6E E2 80 8B"),
            SampleMessage("a text shorter than its language", "D1 01 02 54 3F 65"),
            SampleMessage("a text record without payload", "D1 01 00 54"),
            SampleMessage("an empty text of a media type", "D2 0A 00 74 65 78 74 2F 70 6C 61 69 6E"),
            SampleMessage("an empty contact", "D2 0A 00 74 65 78 74 2F 76 63 61 72 64"),
            SampleMessage("a record of unknown type", "D5 00 02 41 42"),
            SampleMessage("a well-known type that no phone knows", "D1 02 01 48 73 12"),
            SampleMessage(
                "a private external type", "D4 0F 01 65 78 61 6D 70 6C 65 2E 63 6F 6D 3A 78 79 7A 41"),
            SampleMessage(
                "an application record of spaces",
                "D4 0F 02 61 6E 64 72 6F 69 64 2E 63 6F 6D 3A 70 6B 67 20 20"),
            SampleMessage(
                "an application record after an empty one",
                "90 00 00 54 0F 03 61 6E 64 72 6F 69 64 2E 63 6F 6D 3A 70 6B 67 61 2E 62"),
            SampleMessage("an absolute URI without a host", "D3 08 00 68 74 74 70 73 3A 2F 2F"),
        ]
        + [
            "https://", "http://", "http://www.", "https://www.", "https:///path", "https://?f=12",
            "https://#x",
            "https://www./give", "https://:443/", "https://user@/", "https://./", "https://a..b/",
            "https://a b/",
            "https://-/", "https:example.org", "https:/example.org", "https://[::1/", "https://a:99999/",
            "https://999.1.1.1/", "https://1.2.3/", "https://example.123/",
            "https://a:b/",
            "https://exa\u{0}mple.org/", "tel:", "tel:+", "sms:", "mailto:", "geo:", "urn:nfc:",
            "urn:epc:id:",
            "example.org/give", "/give", " https://example.org", "1https://example.org", "spotify:track:1",
            "javascript:alert(1)", "file:///etc/passwd", "ftp://example.org/x", "market:", "x-hm://",
        ].map { SampleMessage($0, uri: $0) }

    /// Bytes that are not a message. T-1
    static let malformed: [SampleMessage] = [
        SampleMessage("the reserved TNF 7", "D7 00 00"),
        SampleMessage("TNF 6 outside a chunk", "D6 00 01 41"),
        SampleMessage("a chunk that never ends", "B1 01 02 55 04 61"),
        SampleMessage("a payload that is cut short", "D1 01 20 55 04 61"),
        SampleMessage("an empty record with a payload", "D0 00 01 41"),
        SampleMessage("bytes behind the end", "D1 01 04 55 04 61 2E 62 00"),
        SampleMessage("zeros", "00 00 00"),
    ]
}
