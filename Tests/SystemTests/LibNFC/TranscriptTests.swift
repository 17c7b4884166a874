import Foundation
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

/// The exchanges of real readers and tags in public threads; `fixtures/transcripts/README.md` lists the
/// sources.
@Suite("A transcript of real hardware")
struct TranscriptTests {
    private struct Talk: Decodable {
        var id: String
        var source: String
        var steps: [Step]
        struct Step: Decodable {
            var send: String
            var answer: String
        }
    }

    private struct RealPages: Decodable {
        var id: String
        var source: String
        var product: String
        var pages: String
        var message: String
    }

    private static func read<Value: Decodable>(_ name: String) throws -> [Value] {
        let file = SharedFixtures.projectFolder.appending(path: "fixtures/transcripts/\(name)")
        return try JSONDecoder().decode([Value].self, from: Data(contentsOf: file))
    }

    @Test("of a chip is answered by the virtual one with the same bytes")
    func chip() throws {
        let talks: [Talk] = try Self.read("pn532.json")
        #expect(!talks.isEmpty && talks.allSatisfy { $0.source.hasPrefix("https://") })
        for talk in talks {
            let tag = Type2Tag(chip: .ntag213, uid: LibNFCBench.uid(0))
            var serial = SerialPN532(field: VirtualField([tag]))
            _ = serial.receive([0x55, 0x55, 0x00])
            for step in talk.steps {
                var said: [[UInt8]] = []
                for case .send(let frame) in serial.receive(hex(step.send)) ?? [] { said.append(frame.bytes) }
                #expect(said == [Frame.ack.bytes, hex(step.answer)], "\(talk.id)")
            }
        }
    }

    @Test("of a tag's pages is read over libnfc as what it says")
    func pages() async throws {
        let tags: [RealPages] = try Self.read("pages.json")
        #expect(!tags.isEmpty && tags.allSatisfy { $0.source.hasPrefix("https://") })
        for tag in tags {
            let bytes = hex(tag.pages)
            let uid = Array(bytes[0..<3] + bytes[4..<8])
            var image = try #require(TagImage.factory(product: tag.product, uid: uid))
            guard case .pages(var pages) = image.memory else { return #expect(Bool(false), "no pages") }
            for page in 0..<bytes.count / 4 { pages[page] = Array(bytes[page * 4..<page * 4 + 4]) }
            image.memory = .pages(pages)
            let real = try makeVirtualTag(from: image)
            try await LibNFCBench.run { bench in
                bench.chip.change { $0.insert(real) }
                let snapshot = try await TagSession(bench.reader).inspect(within: .seconds(1))
                #expect(snapshot.message == hex(tag.message), "\(tag.id)")
                #expect(snapshot.tag.uid == uid)
            }
        }
    }
}
