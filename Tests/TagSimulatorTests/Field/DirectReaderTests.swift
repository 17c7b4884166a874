import SimulationKit
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

@Suite("A reader in process")
struct DirectReaderTests {
    let blank = Type2Tag(chip: .ntag213, uid: hex("04 39 91 C2 FC 67 80"))

    @Test("selects, reads and writes an NTAG213")
    func readsAndWrites() async throws {
        let reader = DirectReader(blank)
        let tag = try await reader.select(within: .seconds(1))
        #expect(tag == SelectedTag(atqa: 0x0044, sak: 0x00, uid: blank.uid))
        #expect(try await reader.send(.getVersion) == hex("00 04 04 02 01 00 0F 03"))
        #expect(try await reader.send(.write(page: 5, data: hex("34 03 03 D0"))) == [])
        #expect(
            try await reader.send(.read(page: 3)) == hex("E1 10 12 00  01 03 A0 0C  34 03 03 D0  00 00 00 00")
        )
        #expect(try await reader.send(.fastRead(first: 40, last: 41)) == hex("00 00 00 BD  04 00 00 FF"))
        let counts = await reader.field.counts
        #expect(counts.dataCommands == 4)
        #expect(counts.pageWrites == 1)
    }

    @Test("a refused command is a NAK, then the tag is silent until it is selected again")
    func refusal() async throws {
        let reader = DirectReader(blank)
        _ = try await reader.select(within: .seconds(1))
        await expect(code: .nak) { try await reader.send(.read(page: 45)) }
        await expect(code: .tagLost) { try await reader.send(.read(page: 0)) }
        try await reader.reselect()
        #expect(try await reader.send(.read(page: 0)).prefix(3) == blank.uid.prefix(3))
    }

    @Test("a tag taken away before command n is lost at command n, and comes back", arguments: 0..<4)
    func leaves(n: Int) async throws {
        let reader = DirectReader(blank, faults: .tagLeaves(beforeCommand: n))
        _ = try await reader.select(within: .seconds(1))
        for page in UInt8(0)..<UInt8(n) { _ = try await reader.send(.read(page: page)) }
        await expect(code: .tagLost) { try await reader.send(.read(page: 0)) }
        await expect(code: .tagLost) { try await reader.reselect() }
        await reader.change { $0.putBack() }
        _ = try await reader.select(within: .seconds(1))
        #expect(try await reader.send(.read(page: 0)).count == 16)
    }

    @Test("without a tag it says so, with two it refuses")
    func noneAndTwo() async throws {
        await expect(code: .noTag) { try await DirectReader(VirtualField()).select(within: .seconds(30)) }
        let other = Type2Tag(chip: .ntag215, uid: hex("04 E2 0B 66 10 02 89"))
        let reader = DirectReader(VirtualField([blank, other]))
        await expect(code: .twoTags) { try await reader.select(within: .seconds(1)) }
    }

    @Test("the error counts the tags", arguments: [2, 3])
    func severalTags(count: Int) async throws {
        let tags = (1...count).map { Type2Tag(chip: .ntag215, uid: hex("04 E2 0B 66 10 02 8\($0)")) }
        let reader = DirectReader(VirtualField(tags))
        let error = await #expect(throws: TagError.self) { try await reader.select(within: .seconds(1)) }
        #expect(error?.code == .twoTags && error?.summary == "there are \(count) tags on the reader")
    }
}

/// Expects a ``TagError`` with this code.
func expect<Result>(
    code: TagError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Result
) async {
    do {
        let result = try await body()
        Issue.record("gave \(result) instead of \(code)", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? TagError)?.code == code, sourceLocation: sourceLocation)
    }
}
