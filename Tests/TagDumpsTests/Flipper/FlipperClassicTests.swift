import TagDumps
import TestSupport
import Testing

struct FlipperClassicTests {
    private static func file(_ head: [String], block: (Int) -> String) -> [UInt8] {
        let lines =
            [
                "Filetype: Flipper NFC device", "Version: 3", "Device type: Mifare Classic",
                "UID: 46 2F F1 BE",
                "ATQA: 00 04", "SAK: 08", "Mifare Classic type: 1K",
            ] + head + (0..<64).map { "Block \($0): \(block($0))" }
        return Array(lines.joined(separator: "\n").utf8)
    }

    private func blocks(_ bytes: [UInt8]) throws -> [[UInt8?]] {
        guard case .blocks(let blocks) = try TagImage(reading: bytes).memory else { return [] }
        return blocks
    }

    private static let trailer = "01 02 03 04 05 06 FF 07 80 69 0A 0B 0C 0D 0E 0F"

    @Test("format 2 marks single bytes as unknown")
    func marks() throws {
        let file = Self.file(["Data format version: 2"]) { number in
            number == 3 ? "?? ?? ?? ?? ?? ?? FF 07 80 69 0A 0B 0C 0D 0E 0F" : Self.trailer
        }
        let trailer = try blocks(file)[3]
        #expect(trailer.prefix(6).allSatisfy { $0 == nil })
        #expect(Array(trailer.dropFirst(6)) == hex("FF 07 80 69 0A 0B 0C 0D 0E 0F"))
    }

    @Test(
        "format 1 has a bit for each key: a sector without a key is unknown, a trailer without one lacks it")
    func keyMaps() throws {
        let file = Self.file(
            ["Data format version: 1", "Key A map: 0000000000000005", "Key B map: 0000000000000006"]
        ) { _ in Self.trailer }
        let blocks = try blocks(file)
        let whole = hex(Self.trailer).map(Optional.some)
        let unknown = Array(repeating: UInt8?.none, count: 6)
        #expect(blocks[0] == whole)
        #expect(blocks[3] == whole.prefix(10) + unknown)
        #expect(blocks[4] == whole)
        #expect(blocks[7] == unknown + whole.dropFirst(6))
        #expect(blocks[11] == whole)
        #expect(blocks[12..<64].allSatisfy { $0.allSatisfy { $0 == nil } })
    }

    @Test("the type gives the number of blocks", arguments: [("MINI", 20), ("4K", 256), ("2K", 0)])
    func types(type: String, count: Int) {
        var text = String(decoding: Self.file([]) { _ in Self.trailer }, as: UTF8.self)
        text = text.split(separator: "\n").map {
            $0.hasPrefix("Mifare Classic type") ? "Mifare Classic type: \(type)" : $0
        }
        .joined(separator: "\n")
        #expect(throws: DumpError.self) { try blocks(Array(text.utf8)) }
    }
}
