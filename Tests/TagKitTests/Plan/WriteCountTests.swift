import TagKit
import TagSimulator
import TestSupport
import Testing

@Suite("What a write costs")
struct WriteCountTests {
    /// `https://appclip.tap.giving/WoodlandsChurch?f=1&r=1`
    static let url = Array("appclip.tap.giving/WoodlandsChurch?f=1&r=1".utf8)
    static let message = [0xD1, 0x01, UInt8(url.count + 1), 0x55, 0x04] + url

    @Test(
        "a giving URL on a blank NTAG213: 17 data commands, 13 of them writes; the same again writes nothing")
    func blankNTAG213() async throws {
        var bench = TagBench(Type2Tag(chip: .ntag213, uid: TagBench.uid))
        let first = await bench.write(.message(Self.message), [])
        #expect(first.error == nil)
        #expect(first.report != nil)
        #expect(first.report?.pagesWritten == 13)
        #expect(first.report?.commands == 17)
        #expect(first.counts.dataCommands == 17)
        #expect(first.counts.pageWrites == 13)
        let again = await bench.write(.message(Self.message), [])
        #expect(again.report?.pagesWritten == 0)
        #expect(again.counts.pageWrites == 0)
        #expect(again.counts.dataCommands == 3)
    }

    @Test("reading it needs two data commands")
    func reading() async throws {
        var bench = TagBench(Type2Tag(chip: .ntag213, uid: TagBench.uid))
        _ = await bench.write(.message(Self.message), [])
        let reader = DirectReader(bench.tag)
        let snapshot = try await TagSession(reader).inspect(.message)
        #expect(snapshot.message == Self.message)
        #expect(snapshot.state == .readWrite)
        #expect(snapshot.areaBytes == 144)
        #expect(snapshot.usedBytes == 55)
        #expect(await reader.field.counts.dataCommands == 2)
    }
}
