import FileKit
import Foundation
import Testing
import TokenKit

@testable import DataFolderKit
@testable import Documents

/// The file with the secret from which the tokens of payment links follow.
@Suite struct LinkSecretTests {
    @Test("a folder keeps one secret, in a file that only its owner can read")
    func once() throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try LinkSecret.open(in: folder) { 1 }
        let second = try LinkSecret.open(in: folder) { 2 }
        #expect(first == second)
        #expect(FileStatus(of: folder + "/links.secret")?.mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["links.secret"])
    }

    @Test("a malformed secret is refused", arguments: ["", "short\n"])
    func refused(text: String) throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try NewFile.write(Array(text.utf8), to: folder + "/links.secret", force: false)
        #expect(throws: CommandError.self) { _ = try LinkSecret.open(in: folder) { 1 } }
    }
}
