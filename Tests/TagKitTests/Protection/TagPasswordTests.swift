import TagKit
import TestSupport
import Testing

@Suite("A tag's password")
struct TagPasswordTests {
    @Test("has 4 bytes, its answer 2")
    func sizes() {
        for (password, acknowledge) in [(3, 2), (5, 2), (4, 1), (4, 3), (0, 0)] {
            let bytes = [UInt8](repeating: 1, count: 6)
            #expect(
                TagPassword(
                    password: Array(bytes.prefix(password)), acknowledge: Array(bytes.prefix(acknowledge)))
                    == nil)
        }
        #expect(TagPassword(password: hex("01 02 03 04"), acknowledge: hex("05 06")) != nil)
    }

    @Test("is not shown by printing it, nor what holds it")
    func hidden() throws {
        let password = try #require(
            TagPassword(password: hex("DE AD BE EF"), acknowledge: hex("CA FE")))
        let command = TagCommand.passwordAuthenticate(password)
        var dumped = ""
        dump(command, to: &dumped)
        for text in ["\(password)", "\(command)", String(reflecting: command), dumped] {
            #expect(!text.contains("222") && !text.contains("190") && !text.lowercased().contains("de"))
        }
    }
}
