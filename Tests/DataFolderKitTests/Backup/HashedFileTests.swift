import Documents
import Foundation
import Testing

@testable import DataFolderKit

@Suite struct HashedFileTests {
    private static let secretRemedy = "check the path of the secret"

    /// Runs a test with the path of a file of 3 bytes, and removes the file afterwards.
    private static func with(_ body: (_ path: String) throws -> Void) throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("abc".utf8).write(to: URL(filePath: folder + "/file"))
        try body(folder + "/file")
    }

    @Test("the error for a missing file has the caller's remedy, or the one for files of a backup")
    func missing() throws {
        try Self.with { path in
            for (remedy, shown) in [
                (Self.secretRemedy, Self.secretRemedy),
                (nil, "use a folder that `tapctl backup make` created"),
            ] as [(String?, String)] {
                let error = #expect(throws: CommandError.self) {
                    _ = try HashedFile(reading: path + ".none", remedy: remedy)
                }
                #expect(error?.code == "fileNotFound" && error?.remedy == shown)
            }
        }
    }

    @Test("the error for a path that is a folder has the caller's remedy")
    func folder() throws {
        try Self.with { path in
            let error = #expect(throws: CommandError.self) {
                _ = try HashedFile(
                    reading: (path as NSString).deletingLastPathComponent, remedy: Self.secretRemedy)
            }
            #expect(error?.code == "fileNotFound" && error?.remedy == Self.secretRemedy)
        }
    }

    @Test("the error for a file that is too large has the caller's remedy, or the one for files of a backup")
    func tooLarge() throws {
        try Self.with { path in
            for (remedy, shown) in [
                (Self.secretRemedy, Self.secretRemedy), (nil, "use another backup"),
            ] as [(String?, String)] {
                let error = #expect(throws: CommandError.self) {
                    _ = try HashedFile(reading: path, most: 2, remedy: remedy)
                }
                #expect(error?.code == "limitExceeded" && error?.remedy == shown)
            }
            let whole = try HashedFile(reading: path, most: 3)
            #expect(whole.bytes == 3)
        }
    }
}
