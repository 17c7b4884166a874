import Foundation
import TagDumps
@testable import TagKit
import TestSupport
import Testing

@testable import TagSimulator

/// `fixtures/tags`: for each product, a factory-fresh tag and one with a giving URL.
///
/// `UPDATE_GOLDEN=1` rewrites the files.
struct TagFixtureTests {
    static let url = "https://appclip.tap.giving/GraceChapel?f=7&r=0"

    @Test("the files hold what the factory delivers", arguments: TagImage.factoryProducts)
    func blank(product: String) throws {
        let image = try #require(Self.factory(product))
        try Self.compare(image, with: "\(Self.name(product))-blank.nfc")
    }

    @Test("the programmed files hold the giving URL and nothing else", arguments: TagImage.factoryProducts)
    func programmed(product: String) throws {
        let blank = try #require(Self.factory(product))
        let image = try Self.programmed(blank)
        #expect(try image.message().records == [URIRecord(Self.url).record()])
        try Self.compare(image, with: "\(Self.name(product))-programmed.nfc")
    }

    /// Source: MF0ICU1 and MF0ICU2 data sheets, MF0ULx1 data sheet §8.5.5.
    private static let areaEights: [String: UInt8] = [
        "Mifare Ultralight": 6, "Mifare Ultralight C": 18, "Mifare Ultralight 11": 6,
        "Mifare Ultralight 21": 16,
    ]

    private static func factory(_ product: String) -> TagImage? {
        let uid = product.contains("Classic") ? hex("C1 A5 51 C0") : hex("04 51 7C A1 E1 ED 25")
        return TagImage.factory(product: product, uid: uid)
    }

    private static func name(_ product: String) -> String {
        product.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    private static func compare(_ image: TagImage, with name: String) throws {
        let file = SharedFixtures.projectFolder.appending(path: "fixtures/tags/\(name)")
        let contents = Data(try image.contents(as: .flipper))
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" { try contents.write(to: file) }
        #expect(try Data(contentsOf: file) == contents, "\(name) differs; UPDATE_GOLDEN=1 updates it")
    }

    /// The image with the URL on it.
    private static func programmed(_ blank: TagImage) throws -> TagImage {
        let message = try NDEFMessage([URIRecord(url).record()]).encoded()
        var image = blank
        switch blank.memory {
        case .pages(var pages):
            // An Ultralight is blank from the factory: its container is written first, its size in eights of bytes.
            if pages[3] == hex("00 00 00 00") {
                pages[3] = [0xE1, 0x10, try #require(areaEights[blank.product]), 0x00]
            }
            image.memory = .pages(pages)
            let area = try laidOut(message, over: try image.dataArea())
            for page in 0..<area.count / 4 { pages[4 + page] = Array(area[page * 4..<page * 4 + 4]) }
            image.memory = .pages(pages)
        case .blocks(let blocks):
            image.memory = .blocks(try classic(blocks, holding: message))
        case .files(var files):
            let container = try CapabilityContainer(parsing: files[0].bytes)
            let index = try #require(files.firstIndex { $0.id == container.fileID })
            let contents = try NDEFFile(messageBytes: message, lengthField: container.lengthField).encoded()
            files[index].bytes.replaceSubrange(0..<contents.count, with: contents)
            image.memory = .files(files)
        case .opaque:
            break
        }
        return image
    }

    private static func laidOut(_ message: [UInt8], over area: [UInt8]) throws -> [UInt8] {
        let parsed = try Type2DataArea(parsing: area, areaBytes: area.count)
        let layout = try NDEFMessageLayout(
            messageBytes: message.count, at: parsed.ndefMessageOffset, reserved: parsed.reserved,
            areaBytes: area.count)
        var area = area
        layout.write(message, into: &area)
        return area
    }

    /// Sector 0 with a directory that names sectors 1 and 2, and the message in these. Source: NXP AN1305 §4
    /// to §6.
    private static func classic(_ blocks: [[UInt8?]], holding message: [UInt8]) throws -> [[UInt8?]] {
        var blocks = blocks
        let directory = hex("00 03 E1 03 E1") + Array(repeating: 0, count: 26)
        let sector0 = [MAD.checkByte(directory)] + directory
        let area = try laidOut(message, over: Array(repeating: 0, count: 96))
        let ndefTrailer = hex("D3 F7 D3 F7 D3 F7 7F 07 88 40 FF FF FF FF FF FF")
        let contents: [Int: [UInt8]] = [
            1: Array(sector0[0..<16]), 2: Array(sector0[16..<32]),
            3: hex("A0 A1 A2 A3 A4 A5 78 77 88 C1 FF FF FF FF FF FF"), 7: ndefTrailer, 11: ndefTrailer,
        ]
        for (number, block) in contents { blocks[number] = block.map(Optional.some) }
        for (index, number) in [4, 5, 6, 8, 9, 10].enumerated() {
            blocks[number] = area[index * 16..<index * 16 + 16].map(Optional.some)
        }
        return blocks
    }
}
