import Foundation
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

/// The URL that peers write, and its message.
let givingURL = "https://appclip.tap.giving/WoodlandsChurch?f=1&r=1"
let givingMessage = [0xD1, 0x01, 0x2B, 0x55, 0x04] + Array("appclip.tap.giving/WoodlandsChurch?f=1&r=1".utf8)

/// A tag in its own file, in a folder that the test removes.
struct ScratchTag {
    let folder: URL
    var file: URL { folder.appending(path: "tag.nfc") }

    /// A factory-fresh tag.
    init(product: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let image = try #require(TagImage.factory(product: product, uid: hex("04 A1 B2 C3 D4 E5 F6")))
        try Data(image.contents(as: .flipper)).write(to: file)
    }

    /// Writes the giving URL with `tapctl`, after formatting a tag that leaves its factory without a
    /// container.
    func write() async throws {
        let write = "tapctl tag write '\(givingURL)' --reader sim:tag.nfc"
        let run = try await ProgramRun.shell(
            "\(write) || { tapctl tag format --yes --reader sim:tag.nfc && \(write); }", in: folder)
        #expect(run.exitCode == 0, "\(run.standardError)")
    }

    /// The target that a phone would open according to `tapctl`.
    func tappedURL() async throws -> String? {
        struct Document: Decodable {
            var invocation: Invocation?
            struct Invocation: Decodable { var url: String }
        }
        let run = try await ProgramRun.shell("tapctl tag read --json --reader sim:tag.nfc", in: folder)
        #expect(run.exitCode == 0, "\(run.standardError)")
        return try JSONDecoder().decode(Document.self, from: Data(run.standardOutput.utf8)).invocation?.url
    }

    /// A field with the tag in it, whose changes are saved to the file.
    func field() throws -> VirtualField {
        let (file, image) = try TagFile.open(file.path)
        var field = VirtualField()
        field.insert(try makeVirtualTag(from: image), file: file)
        return field
    }

    /// The tag in its file.
    func image() throws -> TagImage {
        try TagImage(reading: Array(Data(contentsOf: file)), named: file.path)
    }

    /// The message in the file, encoded.
    func message() throws -> [UInt8] { try image().message().encoded() }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
