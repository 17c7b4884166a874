import DigestKit
import Documents
import FileKit
import Foundation
import StaffAccess
import Testing
import TokenKit

@testable import DataFolderKit

/// The optional list of breached passwords in the data folder.
@Suite struct BreachedPasswordFileTests {
    /// The hashes of `password-0` to `password-499`, in upper case and ascending order.
    static let hashes = (0..<500).map { hash("password-\($0)") }.sorted()

    static func hash(_ text: String) -> String {
        BinaryTextEncoding.hex.text(SHA1.hash(text.utf8)).uppercased()
    }

    /// Writes the file of a new folder, and calls `body` with the folder's path.
    private func withFile<Value>(
        _ text: String, _ body: (String) async throws -> Value
    ) async throws -> Value {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + BreachedPasswordFile.name))
        return try await body(folder)
    }

    @Test(
        "finds each hash of the file and no other, with counts or without, with any line break",
        arguments: [
            (":12", "\r\n", "\r\n"), ("", "\n", "\n"), (":1", "\n", ""),
        ])
    func search(count: String, lineBreak: String, end: String) async throws {
        let text = Self.hashes.map { $0 + count }.joined(separator: lineBreak) + end
        try await withFile(text) { folder in
            let file = try #require(try BreachedPasswordFile(in: folder))
            for hash in Self.hashes {
                #expect(try file.contains(hash))
            }
            for number in 500..<1_000 {
                #expect(try !file.contains(Self.hash("password-\(number)")))
            }
            for bound in ["0", "F"] {
                #expect(try !file.contains(String(repeating: bound, count: 40)))
            }
        }
    }

    @Test("an empty file contains no hash, and a folder without the file has no list")
    func empty() async throws {
        try await withFile("") { folder in
            #expect(try BreachedPasswordFile(in: folder)?.contains(Self.hashes[0]) == false)
            try FileManager.default.removeItem(atPath: folder + "/" + BreachedPasswordFile.name)
            #expect(try BreachedPasswordFile(in: folder) == nil)
        }
    }

    @Test(
        "refuses a file with anything but hashes, instead of finding nothing in it",
        arguments: [
            "correct horse\nbattery staple\n", String(repeating: "0", count: 4_000),
            String(repeating: "A", count: 39) + "\n", String(repeating: "A", count: 41) + "\n", "\n\n\n",
        ])
    func malformed(text: String) async throws {
        try await withFile(text) { folder in
            let file = try #require(try BreachedPasswordFile(in: folder))
            let error = #expect(throws: CommandError.self) { try file.contains(Self.hashes[0]) }
            #expect(error?.code == "breachedPasswordsUnreadable")
        }
    }

    @Test("refuses a named pipe, and does not wait for a writer", .timeLimit(.minutes(1)))
    func pipe() async throws {
        try await withFile("") { folder in
            let path = folder + "/" + BreachedPasswordFile.name
            try FileManager.default.removeItem(atPath: path)
            try #require(mkfifo(path, 0o600) == 0)
            let error = #expect(throws: CommandError.self) { try BreachedPasswordFile(in: folder) }
            #expect(error?.code == "breachedPasswordsUnreadable")
        }
    }

    @Test("a password of the data folder's list is refused, and another one accepted")
    func folder() async throws {
        let breached = "a well-known line of a song"
        try await withFile(Self.hash(breached) + ":3\r\n") { folder in
            let data = try await DataFolder.open(folder) { _ in }
            defer { try? data.close() }
            let address = try #require(StaffAddress("owner@example.org"))
            let error = await #expect(throws: StaffError.self) {
                try await data.staff.add(address, .owner, organizations: ["Grace"], password: breached)
            }
            #expect(error?.code == .weakPassword)
            _ = try await data.staff.add(
                address, .owner, organizations: ["Grace"], password: "a sentence of one's own")
        }
    }
}
