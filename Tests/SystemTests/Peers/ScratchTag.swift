import Foundation
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

/// The URL that peers write, and the message that it makes.
let givingURL = "https://appclip.tap.giving/WoodlandsChurch?f=1&r=1"
let givingMessage = [0xD1, 0x01, 0x2B, 0x55, 0x04] + Array("appclip.tap.giving/WoodlandsChurch?f=1&r=1".utf8)

/// A tag in a file of its own, in a folder that the test removes.
struct ScratchTag {
    let folder: URL
    var file: URL { folder.appending(path: "tag.nfc") }

    /// A tag from the factory, or (Type 2) one that holds `message`.
    init(product: String, message: [UInt8]? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var image = try #require(TagImage.factory(product: product, uid: hex("04 A1 B2 C3 D4 E5 F6")))
        if let message, case .pages(var pages) = image.memory {
            var area = [0x03, UInt8(message.count)] + message + [0xFE]
            area += [UInt8](repeating: 0, count: (4 - area.count % 4) % 4)
            for at in stride(from: 0, to: area.count, by: 4) { pages[4 + at / 4] = Array(area[at..<at + 4]) }
            image.memory = .pages(pages)
        }
        try Data(image.contents(as: .flipper)).write(to: file)
    }

    /// A field with the tag in it, written through to the file.
    func field() throws -> VirtualField {
        let (file, image) = try TagFile.open(file.path)
        var field = VirtualField()
        field.insert(try makeVirtualTag(from: image), file: file)
        return field
    }

    /// The tag as its file has it.
    func image() throws -> TagImage {
        try TagImage(reading: Array(Data(contentsOf: file)), named: file.path)
    }

    /// The message in the file, encoded.
    func message() throws -> [UInt8] { try image().message().encoded() }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
