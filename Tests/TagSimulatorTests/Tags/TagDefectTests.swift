import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("Defects of tags")
struct TagDefectTests {
    static let all: [TagDefect] = [
        .noGetVersion, .noFastRead, .noSignature, .locksIgnored, .shortMemory(pages: 20), .stuckPage(7),
        .wornPage(9),
        .leRequired, .leRefused, .slow(extensions: 3),
    ]

    @Test("have names that mean them, and the list names each", arguments: all)
    func names(defect: TagDefect) {
        #expect(TagDefect(name: defect.name) == defect)
        let kind = defect.name.split(separator: "=")[0]
        #expect(TagDefect.names.contains { $0.split(separator: "=")[0] == kind })
        #expect(TagDefect.names.count == Self.all.count)
    }

    @Test(
        "mean nothing by other names",
        arguments: [
            "", "=", "slow", "slow=", "slow=0", "slow=11", "slow=3=4", "no-fast-read=1", "stuck-page=-1",
            "stuck-page=256", "short-memory=3", "worn", "No-Fast-Read",
        ])
    func noNames(name: String) {
        #expect(TagDefect(name: name) == nil)
    }

    @Test("are saved in the tag's file and restored with the tag", arguments: all)
    func files(defect: TagDefect) throws {
        let products = TagImage.factoryProducts
        var made = 0
        for product in products {
            var image = try #require(TagImage.factory(product: product, uid: TagTalk.uid))
            image.defects = [defect.name]
            guard defect.fits(image.memory) else {
                #expect(throws: TagError.self) { try makeVirtualTag(from: image) }
                continue
            }
            made += 1
            let file = try image.contents(as: .flipper)
            let tag = try makeVirtualTag(from: try TagImage(reading: file))
            #expect(tag.image == image)
        }
        #expect((1..<products.count).contains(made), "no tag has every defect")
    }

    @Test("that are unknown make no tag")
    func unknown() throws {
        var image = try #require(TagImage.factory(product: "NTAG213", uid: TagTalk.uid))
        image.defects = ["purple"]
        #expect(throws: TagError.self) { try makeVirtualTag(from: image) }
    }

    @Test("a stuck block of a MIFARE Classic keeps what it held, a worn one answers NAK 4")
    func classic() throws {
        var image = try #require(TagImage.factory(product: "Mifare Classic 1K", uid: TagTalk.uid))
        image.defects = ["stuck-page=4", "worn-page=5"]
        var tag = try makeVirtualTag(from: image)
        tag.powerUp()
        let key = ClassicKey(.a, [UInt8](repeating: 0xFF, count: 6))
        var talk = TagTalk(try #require(tag as? ClassicTag))
        let ones = TagTalk.hexText([UInt8](repeating: 1, count: 16))
        for (block, answer, held) in [("04", "ACK", UInt8(0)), ("06", "ACK", 1), ("05", "NAK 4", 0)] {
            #expect(talk.authenticate(block: 4, key: key, uid: TagTalk.uid) == "open")
            #expect(talk.raw("A0 \(block)") == "ACK")
            #expect(talk.raw(ones) == answer)
            guard case .blocks(let blocks) = talk.tag.image.memory else {
                return #expect(Bool(false), "no blocks")
            }
            #expect(blocks[Int(hex(block)[0])] == Array(repeating: held, count: 16))
        }
    }
}
