import Giving
import Testing

/// Detection of card numbers, and of numbers that only resemble them.
@Suite struct CardNumberTests {
    @Test(
        "finds a card number with any separators between its printed groups",
        arguments: [
            "4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242", "42424 24242-424242",
            "٤٢٤٢-٤٢٤٢-٤٢٤٢-٤٢٤٢", "4242\u{A0}4242\u{2013}4242\u{200B}4242", "x4242424242424242y",
            "4242\t4242\t4242\t4242", "4242\n4242\r\n4242\u{2028}4242",
            "4242.4242.4242.4242", "4242/4242/4242/4242", "4242_4242_4242_4242", "4242,4242,4242,4242",
            "4242:4242:4242:4242", "4242|4242|4242|4242|12|27", "4242\u{B7}4242\u{B7}4242\u{B7}4242",
            "4242.\u{200B}4242.4242\u{2060}.4242", "visa:4242:4242:4242:4242", "1.4242.4242.4242.4242",
            "my 4242.4242.4242.4242.", "3782.822463.10005", "3056/930902/5904", "6205.5000.0000.0000.004",
        ])
    func seen(text: String) { #expect(CardNumber.stands(in: text)) }

    @Test(
        "accepts amounts, IP addresses, times, versions, phone numbers and lists",
        arguments: [
            "", "4242", "4242424242420", "4242.4242.4242.4241", "4242.4242.4242", "4242.4242/4242.4242",
            "4242..4242..4242..4242", "4242, 4242, 4242, 4242", "42424.2424.2424.242",
            "4,242,424,242,424,242.00", "192.168.100.101", "2600:1700:4242:1009::1",
            "2600:1700:4242:1009:a:b:c:d", "2026-03-05T12:30:45.123456", "1.3.6.1.4.1.4242.4242",
            "+1.312.555.0199", "2023/2024/2025/2026", "2023, 2024, 2025, 2026",
        ])
    func others(text: String) { #expect(!CardNumber.stands(in: text)) }

    @Test(
        "accepts phone numbers of any country, and finds a card number typed as one",
        arguments: [
            ("+8613800100002", false), ("+55 11 91234 0008", false), ("+49 1512 3450004", false),
            ("00442079460006", false), ("00 234 803 123 4009", false), ("+1 (312) 555-0199", false),
            ("4242424242424242", true), ("+4242424242424242", true), ("+378282246310005", true),
            ("00378282246310005", true), ("0042 4242 4242 4242 42", true),
        ])
    func phones(text: String, isSeen: Bool) { #expect(CardNumber.stands(inPhone: text) == isSeen) }

    @Test(
        "accepts generated keys, and finds a card number used as one",
        arguments: [
            ("70293815-5351-42c1-a8fb-46b52a2d551f", false), ("gift-1795615779000", false),
            ("20261125090005", false), ("4242424242424242", true), ("gift-4242-4242-4242-4242", true),
        ])
    func keys(text: String, isSeen: Bool) { #expect(CardNumber.stands(printedIn: text) == isSeen) }

    @Test(
        "finds a card number in a URL",
        arguments: [
            "https://example.org/4242424242424242", "https://example.org/4242/4242/4242/4242?r=0",
            "https://example.org/?r=0&n=4242424242424242", "https://example.org/?n=4242+4242+4242+4242",
            "https://example.org/?n=4242%204242%204242%204242", "https://example.org/?n=%34242424242424242",
            "https://example.org/?x=%zz&n=4242.4242.4242.4242",
            "https://example.org/?n=4242%204242%204242%204242%zz",
            "https://example.org/?n=%%34242424242424242%", "https://example.org/?n=4242424242424242%C3",
            "https://example.org/#5555555555554444",
        ])
    func seenInURL(url: String) { #expect(CardNumber.stands(inURL: url)) }

    @Test(
        "accepts tag mirrors and page numbers in a URL",
        arguments: [
            "https://appclip.tap.giving/Grace?f=12&r=0&m=04112233440006x00002A",
            "https://appclip.tap.giving/Grace?picc_data=4E4242424242424242A1B2C3D4E5F6A7&cmac=94EED9EE65337086",
            "https://example.org/status/1789012345678900004", "https://example.org/1760000000008.png",
            "https://example.org/ab4242424242424242cd.png", "https://example.org/2026/03/05/4242-4242",
        ])
    func othersInURL(url: String) { #expect(!CardNumber.stands(inURL: url)) }
}
