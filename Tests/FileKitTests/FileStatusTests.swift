import FileKit
import Foundation
import Testing

/// The status of files.
@Suite struct FileStatusTests {
    private static func scratchPath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "status-\(UUID().uuidString)").path
    }

    @Test("reads the kind, mode, size, link count and time of a file")
    func file() throws {
        let folder = Self.scratchPath()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, link) = ("\(folder)/file", "\(folder)/link")
        try AtomicFile.write([1, 2, 3], to: path, .new, mode: 0o640, isExact: true, modified: 1_000_000_000)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)

        let status = try #require(FileStatus(of: path))
        #expect(status.isRegular && !status.isFolder && !status.isLink)
        #expect(status.mode == 0o640 && status.size == 3 && status.linkCount == 1)
        #expect(status.modified.seconds == 1_000_000_000 && status.modified.nanoseconds == 0)

        let followed = try #require(FileStatus(of: link))
        #expect(followed.inode == status.inode && followed.device == status.device)
        #expect(FileStatus(at: link)?.isLink == true)
        #expect(FileStatus(of: folder)?.isFolder == true)
    }

    @Test("knows an open file after its name was removed")
    func removed() throws {
        let path = Self.scratchPath()
        try AtomicFile.write([1], to: path, .new, mode: 0o600)
        let file = try #require(FileHandle(forReadingAtPath: path))
        try FileManager.default.removeItem(atPath: path)
        #expect(FileStatus(descriptor: file.fileDescriptor)?.linkCount == 0)
        #expect(FileStatus(of: path) == nil)
        #expect(FileStatus(descriptor: -1) == nil)
    }
}
