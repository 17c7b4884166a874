import Foundation
import TestSupport

/// A temporary folder with a programmed tag and with files of other kinds, removed afterwards.
struct Scratch: Sendable {
    let folder: URL
    private let before: Data

    /// Runs `body` with a fresh folder.
    static func with<Value>(_ body: (Scratch) async throws -> Value) async throws -> Value {
        let scratch = try Scratch()
        defer { try? FileManager.default.removeItem(at: scratch.folder) }
        return try await body(scratch)
    }

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "folder"), withIntermediateDirectories: true)
        before = try Data(
            contentsOf: SharedFixtures.projectFolder.appending(path: "fixtures/tags/ntag213-programmed.nfc"))
        let files: [String: Data] = [
            "tag.nfc": before, "empty": Data(), "binary": Data((0..<4_000).map { UInt8($0 * 7 & 0xFF) }),
            "large": Data(), "text": Data("nothing of a tag\n".utf8),
            "unreadable": Data("x".utf8),
        ]
        for (name, content) in files { try content.write(to: folder.appending(path: name)) }
        // A hole: no test should have to write 17 MiB.
        let large = try FileHandle(forWritingTo: folder.appending(path: "large"))
        try large.truncate(atOffset: 17 << 20)
        try large.close()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: folder.appending(path: "unreadable").path)
    }

    /// Runs a line of shell in the folder; `$TAG` is the tag's file.
    func run(_ line: String) async throws -> ProgramRun {
        try await ProgramRun.shell(line, in: folder, environment: ["TAG": "tag.nfc"], limit: .seconds(60))
    }

    /// Whether the tag's file is byte for byte what it was.
    var tagIsUnharmed: Bool { tag == before }

    /// The tag's file now.
    var tag: Data? { try? Data(contentsOf: folder.appending(path: "tag.nfc")) }
}
