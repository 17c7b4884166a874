import TestSupport
import Testing

@testable import TagSimulator

@Suite("A virtual PC/SC reader")
struct VirtualPCSCReaderTests {
    @Test(
        "returns a response of any length in a transparent session",
        arguments: [
            ("00", "04"), ("1E", "7C"), ("1F", "81 80"), ("3E", "81 FC"), ("3F", "82 01 00"),
            ("86", "82 02 1C"),
        ])
    func transparentLength(last: String, length: String) throws {
        let tag = Type2Tag(chip: .ntag215, uid: hex("04 A1 B2 C3 D4 E5 F6"))
        var reader = VirtualPCSCReader(VirtualField([tag]), profile: .transparent)
        reader.powerOn()
        _ = reader.answer(hex("FF C2 00 00 02 81 00 00"))
        let response = reader.answer(hex("FF C2 00 01 05 95 03 3A 00 \(last) 00"))
        let answer = try #require(response)
        let pages = tag.memory.prefix((Int(hex(last)[0]) + 1) * 4)
        let head = hex("C0 03 00 90 00 92 01 00 96 02 00 00 97 \(length)")
        #expect(Array(answer.prefix(head.count)) == head)
        #expect(answer.count == head.count + pages.count + 2 && answer.suffix(2) == [0x90, 0x00])
    }
}
