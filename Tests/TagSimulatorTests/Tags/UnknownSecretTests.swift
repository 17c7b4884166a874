import Foundation
import SimulationKit
import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

/// Files of tags whose password or key is unknown.
struct UnknownSecretTests {
    private static let uid: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6]

    private static func image(_ product: String, without pages: [Int]) throws -> TagImage {
        var image = try #require(TagImage.factory(product: product, uid: uid))
        guard case .pages(var known) = image.memory else { return image }
        for page in pages { known[page] = nil }
        image.memory = .pages(known)
        return image
    }

    static let secrets: [(String, [Int])] = [
        ("Mifare Ultralight 11", [18, 19]), ("NTAG210", [18, 19]), ("Mifare Ultralight 21", [39, 40]),
        ("NTAG212", [39, 40]), ("NTAG213", [43, 44]), ("NTAG215", [133, 134]), ("NTAG216", [229, 230]),
        ("Mifare Ultralight C", [44, 45, 46, 47]),
    ]

    @Test("T-12: are simulated with what the factory delivers, and say so", arguments: secrets)
    func factory(product: String, pages: [Int]) throws {
        let whole = try #require(TagImage.factory(product: product, uid: Self.uid))
        #expect(whole.simulationNotes == [])
        let image = try Self.image(product, without: pages)
        #expect(image.simulationNotes.count == 1)
        let tag = try makeVirtualTag(from: image)
        let type2 = try #require(tag as? Type2Tag)
        #expect(type2.memory == (try #require(try makeVirtualTag(from: whole) as? Type2Tag)).memory)
        // Assumed values are not written to the file as if they were known.
        #expect(tag.image.memory == image.memory)
    }

    @Test("T-12: a password is known after it is written")
    func written() throws {
        var tag = try makeVirtualTag(from: Self.image("NTAG213", without: [43, 44]))
        tag.powerUp()
        var type2 = try #require(tag as? Type2Tag)
        type2.powerUp()
        _ = type2.write(page: 43, [1, 2, 3, 4], tear: nil)
        guard case .pages(let pages) = type2.image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages[43] == [1, 2, 3, 4])
        #expect(pages[44] == nil)
    }

    @Test("T-12: any other unknown page is refused", arguments: [0, 3, 4, 20, 40, 41, 42])
    func otherPages(page: Int) throws {
        let image = try Self.image("NTAG213", without: [page, 43, 44])
        let error = #expect(throws: TagError.self) { try makeVirtualTag(from: image) }
        #expect(error?.code == .fileMalformed)
        #expect(error?.reason == "page \(page) is unknown")
    }

    @Test("a Type 4 tag with only a known message gets a container")
    func typeFour() throws {
        let text = """
            Filetype: Flipper NFC device
            Version: 4
            Device type: Type 4 Tag
            UID: 04 A1 B2 C3 D4 E5 F6
            NDEF Data Size: 5
            NDEF Data: D1 01 01 55 00
            """
        let image = try TagImage(reading: Array(text.utf8))
        #expect(image.simulationNotes.count == 1)
        let tag = try makeVirtualTag(from: image)
        #expect(try tag.image.message() == image.message())
        #expect(tag.image.check() == [])
    }
}
