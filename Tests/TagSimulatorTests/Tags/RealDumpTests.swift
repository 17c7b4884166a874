import Foundation
import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

/// Virtual tags made from dumps of real ones. Without the shared folder, nothing is tested here.
@Suite("Real dumps as virtual tags")
struct RealDumpTests {
    /// The dumps that are not simulated, or not completely.
    private static let refused: [String: TagError.Code] = ["Slix_cap_default.nfc": .unsupportedTag]

    @Test("hold what the dump holds, and answer with it", arguments: ["flipper", "proxmark", "mfd"])
    func dumps(folder: String) throws {
        guard let url = SharedFixtures.url("real-dumps/\(folder)") else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() {
            let bytes = Array(try Data(contentsOf: url.appending(path: name)))
            let image = try TagImage(reading: bytes, named: name)
            do throws(TagError) {
                let tag = try makeVirtualTag(from: image)
                #expect(tag.image.memory == image.memory, "\(name)")
                #expect(tag.image.uid == image.uid, "\(name)")
                #expect(tag.image.counters == image.counters, "\(name)")
                answers(as: image, tag, name)
            } catch {
                #expect(error.code == Self.refused[name], "\(name): \(error.summary), \(error.reason)")
            }
        }
    }

    /// The first pages are read as in the dump, after a password if it needs one.
    private func answers(as image: TagImage, _ tag: any VirtualTag, _ name: String) {
        guard case .pages(let pages) = image.memory else { return }
        var field = VirtualField([tag])
        field.switchOn()
        #expect(field.activate()?.uid == image.uid, "\(name)")
        #expect(
            field.exchange(RFFrame([0x30, 0])).frame?.bytes == pages[0..<4].compactMap(\.self).flatMap(\.self)
        )
    }
}
