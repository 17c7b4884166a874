import InvocationRouter
import Testing

@testable import Documents

@Suite struct TagAreaTests {
    @Test(
        "each chip's longest URL is that of the specification",
        arguments: [
            ("NTAG210", 48), ("MF0UL11", 48), ("NTAG212", 123), ("MF0UL21", 128), ("ntag 213", 139),
            ("NTAG215", 491), ("NTAG216", 867), ("NTAG 424 DNA", 257), ("ntag424dna", 257),
        ])
    func longest(name: String, bytes: Int) throws {
        let area = try TagArea.named(name)
        #expect(LengthBudget.longestURL(areaBytes: area.bytes, layout: area.layout) == bytes)
    }

    @Test("refuses an unknown name and an ambiguous one", arguments: ["NTAG219", "NTAG", "x", ""])
    func refuses(name: String) {
        #expect(throws: (any Error).self) { try TagArea.named(name) }
    }
}
