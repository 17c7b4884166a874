import Foundation
import Testing

@testable import DataFolderKit
@testable import Documents

@Suite struct PlacedFolderTests {
    /// Runs a test with a folder at `place` that contains `old` in a file, and removes it afterwards.
    private static func with(_ body: (_ parent: URL, _ place: String) throws -> Void) throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "placed-\(UUID().uuidString)")
        let place = parent.appending(path: "place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        try Data("old".utf8).write(to: place.appending(path: "file"))
        try body(parent, place.path)
    }

    private static func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("refuses a place with files, and leaves them unchanged")
    func taken() throws {
        try Self.with { parent, place in
            let folder = try PlacedFolder(for: place)
            #expect(throws: CommandError.self) { try folder.place() }
            folder.discard()
            #expect(try Self.names(parent) == ["place"])
            #expect(try String(contentsOfFile: "\(place)/file", encoding: .utf8) == "old")
        }
    }

    @Test("takes the place of an empty folder or of a missing one")
    func empty() throws {
        try Self.with { parent, place in
            try FileManager.default.removeItem(atPath: "\(place)/file")
            for path in [place, parent.appending(path: "a/b").path] {
                let folder = try PlacedFolder(for: path)
                try folder.write("new", to: "file")
                try folder.place()
                folder.discard()
                #expect(try String(contentsOfFile: "\(path)/file", encoding: .utf8) == "new")
            }
        }
    }

    @Test("an exchange keeps the old folder under another name, even after a second one")
    func exchange() throws {
        try Self.with { parent, place in
            let folder = try PlacedFolder(for: place)
            try folder.write("new", to: "file")
            let kept = try folder.exchange(keepingOldAs: "before")
            folder.discard()
            #expect(try Self.names(parent) == ["place", "place.before"])
            #expect(try String(contentsOfFile: "\(place)/file", encoding: .utf8) == "new")
            #expect(try String(contentsOfFile: "\(kept)/file", encoding: .utf8) == "old")

            let again = try PlacedFolder(for: place)
            #expect(try again.exchange(keepingOldAs: "before") == kept + "-2")
            again.discard()
            #expect(try String(contentsOfFile: "\(kept)/file", encoding: .utf8) == "old")
        }
    }

    @Test(
        "a backup whose manifest is a pipe is refused, without waiting for the pipe's writer",
        .timeLimit(.minutes(1)))
    func pipe() throws {
        try Self.with { parent, _ in
            #expect(mkfifo(parent.appending(path: "manifest.json").path, 0o600) == 0)
            let error = #expect(throws: CommandError.self) { try Backup(parent.path) }
            #expect(error?.reason == "the path is not a regular file")
        }
    }

    @Test("does not copy through a link, from a pipe or folder, or more bytes than the limit")
    func copies() throws {
        try Self.with { parent, place in
            let file = "\(place)/file"
            let link = parent.appending(path: "link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
            #expect(mkfifo(parent.appending(path: "pipe").path, 0o600) == 0)
            for path in [link, parent.appending(path: "pipe").path, place] {
                #expect(throws: CommandError.self, "\(path)") { try HashedFile(reading: path) }
            }
            #expect(throws: CommandError.self) { try HashedFile(reading: file, most: 2) }
            #expect(throws: CommandError.self) { try HashedFile.contents(of: file, most: 2) }
            // SHA-256 of "abc": FIPS 180-4, appendix B.1.
            try Data("abc".utf8).write(to: URL(filePath: file))
            let hashed = try HashedFile(reading: file, copyingTo: "\(place)/copy", most: 3)
            #expect(try HashedFile.contents(of: file, most: 3) == Array("abc".utf8))
            #expect(hashed.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            #expect(try String(contentsOfFile: "\(place)/copy", encoding: .utf8) == "abc")
        }
    }
}
