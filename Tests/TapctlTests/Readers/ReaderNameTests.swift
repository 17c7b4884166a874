import Documents
import Testing

@testable import tapctl

@Suite struct ReaderNameTests {
    static let names: [(String, ReaderName)] = [
        ("libnfc:pn532_uart:/dev/ttyUSB0", .libnfc(connstring: "pn532_uart:/dev/ttyUSB0")),
        ("sim:seat.nfc", .sim(path: "seat.nfc")), ("sim:a:b.nfc", .sim(path: "a:b.nfc")),
        ("replay:a.trace", .replay(path: "a.trace")),
    ]

    @Test("reads a name and writes the same", arguments: names)
    func reads(text: String, name: ReaderName) throws {
        #expect(try ReaderName(text) == name)
        #expect(name.text == text)
    }

    @Test(
        "refuses what names no reader, with the nearest right name",
        arguments: [
            ("pn532_uart:/dev/ttyUSB0", "libnfc:pn532_uart:/dev/ttyUSB0"),
            ("/dev/ttyUSB0", "libnfc:pn532_uart:/dev/ttyUSB0"), ("seat.nfc", "sim:seat.nfc"),
            ("sin:seat.nfc", "sim:seat.nfc"), ("libnfc", "reader list"), ("sim:", "reader list"),
            ("", "reader list"), ("pcsc:", "reader list"),
        ])
    func refuses(text: String, advice: String) {
        let error = #expect(throws: CommandError.self) { try ReaderName(text) }
        #expect(error?.exit == .usage)
        #expect(error?.remedy.contains(advice) == true)
    }
}
