import TestSupport
import Testing

@testable import TagSimulator

@Suite("Chips against the table of GET_VERSION answers")
struct GetVersionTests {
    @Test(
        "the table has each chip with a version, with the same memory map",
        arguments: Type2Chip.all.filter { !$0.version.isEmpty })
    func agrees(chip: Type2Chip) throws {
        let entry = try #require(try GetVersionTable.entries().first { hex($0.version) == chip.version })
        #expect(entry.pages == chip.pageCount)
        #expect(entry.userPages == [4, chip.lastUserPage])
        #expect(entry.dynamicLockPage == chip.dynamicLockPage)
        #expect(entry.configPage == chip.configPage)
        if let cc = entry.factoryCC { #expect(hex(cc) == chip.factoryCC) }
        var talk = TagTalk(chip)
        #expect(hex(talk("60")) == chip.version)
    }
}
