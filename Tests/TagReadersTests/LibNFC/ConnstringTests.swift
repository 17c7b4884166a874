import Foundation
import Testing

@testable import TagReaders

@Suite("A libnfc connection string")
struct ConnstringTests {
    @Test(
        "is a driver, a device file and a speed",
        arguments: [
            ("pn532_uart:/dev/ttyUSB0", "pn532_uart", "/dev/ttyUSB0", ""),
            ("pn532_uart:/dev/ttyUSB0:115200", "pn532_uart", "/dev/ttyUSB0", "115200"),
            ("pn532_uart:/dev/ttyUSB0:", "pn532_uart", "/dev/ttyUSB0:", ""),
            ("acr122_usb", "acr122_usb", nil, ""),
            ("acr122_usb:001:004", "acr122_usb", nil, "001:004"),
            ("", "", nil, ""),
        ] as [(String, String, String?, String)])
    func parts(text: String, driver: String, path: String?, rest: String) {
        let connstring = Connstring(text) { _ in false }
        #expect(connstring.driver == driver)
        #expect(connstring.path == path)
        #expect(connstring.rest == rest)
    }

    @Test("keeps the colons of a device file that is there")
    func colons() {
        let text = "pn532_uart:/dev/serial/by-path/pci-0000:00:14.0-usb-0:1"
        #expect(Connstring(text) { _ in true }.path == "/dev/serial/by-path/pci-0000:00:14.0-usb-0:1")
    }

    @Test("resolves a link, so that libnfc never sees its colons")
    func links() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "a:1").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        #expect(Connstring("pn532_uart:\(link)").resolved == "pn532_uart:/dev/null")
        #expect(Connstring("pn532_uart:\(link):115200").resolved == "pn532_uart:/dev/null:115200")
        #expect(Connstring("acr122_usb:001:004").resolved == "acr122_usb:001:004")
    }
}
