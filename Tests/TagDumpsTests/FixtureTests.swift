import Foundation
import SimulationKit
import TagDumps
import TagKit
import TestSupport
import Testing

/// The project's own tags in `fixtures/tags`.
enum TagFixtures {
    static let folder = SharedFixtures.projectFolder.appending(path: "fixtures/tags")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".nfc") }.sorted()
    }()

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }
}

struct FixtureTests {
    @Test("there is a blank and a programmed tag of each chip")
    func pairs() {
        let blank = TagFixtures.names.filter { $0.hasSuffix("-blank.nfc") }
        let programmed = TagFixtures.names.filter { $0.hasSuffix("-programmed.nfc") }
        #expect(blank.count == programmed.count)
        #expect(blank.count >= 10)
    }

    @Test("writing what was read gives the same file, byte for byte", arguments: TagFixtures.names)
    func identity(name: String) throws {
        let bytes = try TagFixtures.bytes(name)
        #expect(try TagImage(reading: bytes, named: name).contents(as: .flipper) == bytes)
    }

    @Test("nothing contradicts itself", arguments: TagFixtures.names)
    func sound(name: String) throws {
        #expect(try TagImage(reading: TagFixtures.bytes(name)).check() == [])
    }

    @Test(
        "a programmed tag holds the giving URL",
        arguments: TagFixtures.names.filter { $0.contains("programmed") })
    func message(name: String) throws {
        let records = try TagImage(reading: TagFixtures.bytes(name)).message().records
        let url = "https://appclip.tap.giving/GraceChapel?f=7&r=0"
        #expect(records == [URIRecord(url).record()])
    }
}
