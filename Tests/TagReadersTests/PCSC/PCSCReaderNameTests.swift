import TagKit
import TestSupport
import Testing

@testable import TagReaders

@Suite("A PC/SC reader is meant")
struct PCSCReaderNameTests {
    private static let there = ["ACS ACR1252 Dual Reader 00 00", "ACS ACR122U 01 00", "2"]

    @Test(
        "by its whole name, its number, or a part of it that no other has",
        arguments: [
            ("ACS ACR122U 01 00", 1), ("1", 0), ("3", 2), ("acr122u", 1), ("Dual", 0),
            // A whole name is more than a number.
            ("2", 2),
        ])
    func found(wanted: String, index: Int) throws {
        #expect(try PCSCReaderName.choose(wanted, among: Self.there) == Self.there[index])
    }

    @Test("and no other", arguments: ["0", "4", "-1", "99999999999999999999", "ACS", "Omnikey"])
    func unknown(wanted: String) {
        let error = #expect(throws: TagError.self) {
            try PCSCReaderName.choose(wanted, among: Self.there)
        }
        #expect(error?.code == .readerNotFound)
    }

    @Test("and slots where no tag can be are left out")
    func contactless() {
        let names = [
            "ACS ACR1252 1S CL Reader [ACR1252 Dual Reader SAM] 00 00",
            "ACS ACR1281 1S Dual Reader ICC 00 00",
            "ACS ACR1281 1S Dual Reader PICC 00 01", "Identiv uTrust 3700 F Contactless 00 00",
            "HID Global OMNIKEY 5422 Smartcard Reader 01 00",
        ]
        #expect(PCSCReaderName.contactless(names) == Array(names.suffix(3)))
    }
}
