import TagRegistry
import Testing

@Suite struct AuditSightingTests {
    @Test(
        "a stored URL has at most 1,024 bytes",
        arguments: [
            ("a", 1024, 1024), ("a", 1025, 1024), ("ä", 512, 512), ("ä", 513, 512), ("\u{1F54A}", 256, 256),
            ("\u{1F54A}", 300, 256), ("e\u{301}\u{302}", 300, 204), ("", 0, 0),
        ])
    func shortened(character: String, count: Int, kept: Int) {
        let url = String(repeating: character, count: count)
        #expect(AuditSighting.shortened(url) == String(repeating: character, count: kept))
    }
}
