import Foundation
import TagDumps
import TagKit
import TestSupport
import Testing

@Suite("A program killed while it writes a tag's file")
struct KilledWriterTests {
    /// The allowed contents of the tag: nothing, or one of the two URLs that are written in turn.
    static let urls = ["WoodlandsChurch?f=1&r=1", "GraceChapel-Downtown?f=7&r=0"].map {
        "https://appclip.tap.giving/\($0)"
    }

    @Test("leaves a whole tag with the old message, an empty one or the new one, after any number of writes")
    func killed() async throws {
        let tag = try ScratchTag(product: "NTAG213")
        defer { tag.remove() }
        var killedWithin = 0
        for writes in 1...16 {
            let old = try? tag.message()
            killedWithin += try write(Self.urls[writes % 2], to: tag, killAfter: writes) ? 1 : 0
            let pages = try tag.image()
            #expect(pages.check().allSatisfy { $0.code == .staleData }, "\(writes) writes")
            let allowed = [old, [], try message(Self.urls[writes % 2])]
            let held = try pages.message()
            let bytes = held.records.isEmpty ? [] : try held.encoded()
            #expect(allowed.contains(bytes), "\(writes) writes")
        }
        #expect(killedWithin > 0, "on an idle machine nearly all are killed before they have done")
        #expect(try !write(Self.urls[0], to: tag, killAfter: .max), "nothing was left that is in the way")
        #expect(try tag.message() == message(Self.urls[0]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tag.folder.path) == ["tag.nfc"])
    }

    /// Writes a URL with tapctl, and kills it after the file was replaced this many times.
    ///
    /// - Returns: Whether it was killed before it ended.
    private func write(_ url: String, to tag: ScratchTag, killAfter writes: Int) throws -> Bool {
        try FolderChanges.kill(
            ["tag", "write", url, "--overwrite", "--reader", "sim:\(tag.file.path)"], after: writes,
            in: tag.folder) == nil
    }

    private func message(_ url: String) throws -> [UInt8] {
        [0xD1, 0x01, UInt8(url.utf8.count - 7), 0x55, 0x04] + Array(url.utf8.dropFirst(8))
    }
}
