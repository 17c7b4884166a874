import Documents
import Testing

@testable import tapctl

@Suite struct HexTests {
    @Test(
        "reads hex as people paste it",
        arguments: [
            "d10155", "D1 01 55", "d1:01:55", "0xD1 0x01 0x55", "0xD1,0x01,0x55", " d1\n01\r\n55\n",
            "d1-01-55",
        ])
    func reads(text: String) throws { #expect(try bytes(fromHex: text) == [0xD1, 0x01, 0x55]) }

    @Test("refuses what is no hex", arguments: ["d1 0g", "d1 0", "hello", "d1 ０１", "xd1", "d1 x"])
    func refuses(text: String) {
        let error = #expect(throws: CommandError.self) { try bytes(fromHex: text) }
        #expect(error?.exit == .malformed)
    }

    @Test("hex text may begin with a byte order mark, and raw bytes are unchanged")
    func byteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try bytes(fromHexOrRaw: mark + Array("d1 01\n".utf8)) == [0xD1, 0x01])
        #expect(try bytes(fromHexOrRaw: mark + [0xD1, 0x01]) == mark + [0xD1, 0x01])
        #expect(try bytes(fromHexOrRaw: [0xD1, 0x01]) == [0xD1, 0x01])
    }

    @Test("no bytes are no bytes") func empty() throws { #expect(try bytes(fromHex: " \n") == []) }
}
