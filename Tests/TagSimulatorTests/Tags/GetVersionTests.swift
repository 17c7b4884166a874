import Foundation
import TestSupport
import Testing

@testable import TagSimulator

@Suite("Chips against the table of GET_VERSION answers")
struct GetVersionTests {
    struct Entry: Decodable {
        var version: String
        var product: String
        var pages: Int?
        var userPages: [Int]?
        var dynamicLockPage: Int?
        var configPage: Int?
        var factoryCC: String?
    }

    static func entries() throws -> [Entry] {
        struct File: Decodable { var versions: [Entry] }
        let url = SharedFixtures.projectFolder.appending(path: "fixtures/tags/get-version.json")
        return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).versions
    }

    @Test("each chip with a version stands in the table with the same map", arguments: Type2Chip.all)
    func agrees(chip: Type2Chip) throws {
        guard !chip.version.isEmpty else { return }
        let entry = try #require(try Self.entries().first { hex($0.version) == chip.version })
        #expect(entry.pages == chip.pageCount)
        #expect(entry.userPages == [4, chip.lastUserPage])
        #expect(entry.dynamicLockPage == chip.dynamicLockPage)
        #expect(entry.configPage == chip.configPage)
        if let cc = entry.factoryCC { #expect(hex(cc) == chip.factoryCC) }
        var talk = TagTalk(chip)
        #expect(hex(talk("60")) == chip.version)
    }
}
