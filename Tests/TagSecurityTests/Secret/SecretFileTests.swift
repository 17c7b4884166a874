import Foundation
import TestSupport
import Testing

@testable import TagSecurity

@Suite("A secret's file")
struct SecretFileTests {
    private let folder: URL
    private let secret: BatchSecret

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        secret = try #require(BatchSecret(bytes: hex("5F3B1C9E8A7D204466C0DEBA5EBA11AD")))
    }

    private func path(_ name: String = "a.secret") -> String { folder.appending(path: name).path }
    private func remove() { try? FileManager.default.removeItem(at: folder) }

    private func refusal(_ path: String) -> SecurityError? {
        do throws(SecurityError) {
            _ = try BatchSecret(path: path)
            return nil
        } catch { return error }
    }

    @Test("is readable only by its owner, and reads back")
    func roundTrip() throws {
        defer { remove() }
        try secret.write(path: path())
        var status = stat()
        #expect(stat(path(), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try BatchSecret(path: path()) == secret)
    }

    @Test("is never replaced")
    func exists() throws {
        defer { remove() }
        try secret.write(path: path())
        do {
            try secret.write(path: path())
            Issue.record("the file was replaced")
        } catch { #expect(error.code == .secretExists) }
        #expect(try BatchSecret(path: path()) == secret)
    }

    @Test("is refused if the group or others have any permission", arguments: 0..<512 as Range<mode_t>)
    func modes(mode: mode_t) throws {
        defer { remove() }
        try secret.write(path: path())
        #expect(chmod(path(), mode) == 0)
        let error = refusal(path())
        if mode & 0o077 != 0 {
            // Without the owner's right to read, root alone comes as far as the mode.
            #expect([.secretOpenToOthers, .secretNotReadable].contains(error?.code))
        } else if mode & 0o400 != 0 {
            #expect(error == nil)
        }
    }

    @Test("that is not there, a folder, a device or too large is refused")
    func odd() throws {
        defer { remove() }
        #expect(refusal(path("none"))?.code == .secretNotFound)
        #expect(refusal(folder.path)?.code == .secretNotReadable)
        #expect(refusal("/dev/zero")?.code == .secretNotReadable)
        try Data(repeating: 0x37, count: 5_000).write(to: URL(filePath: path()))
        #expect(chmod(path(), 0o600) == 0)
        #expect(refusal(path())?.code == .secretMalformed)
    }

    @Test("may hold remarks, blank lines and Windows line ends")
    func remarks() throws {
        let text = "# seats of row A\r\n\r\nBWXH6-S7MA9-FMG4S-8SP0Y\r\nVTX5R-XEGHD-NPC0N\r\n"
        #expect(try BatchSecret(fileText: text) == secret)
        remove()
    }

    @Test("may begin with the byte order mark that an editor has put there")
    func byteOrderMark() throws {
        defer { remove() }
        let words = "BWXH6-S7MA9-FMG4S-8SP0Y-VTX5R-XEGHD-NPC0N\r\n"
        for text in ["\u{FEFF}# seats of row A\r\n" + words, "\u{FEFF}" + words] {
            #expect(try BatchSecret(fileText: text) == secret)
            try Data(text.utf8).write(to: URL(filePath: path()))
            #expect(chmod(path(), 0o600) == 0)
            #expect(try BatchSecret(path: path()) == secret)
        }
        let keys =
            "\u{FEFF}meta-read 00112233445566778899AABBCCDDEEFF\r\nfile-read 00112233445566778899AABBCCDDEEFF"
        #expect(throws: Never.self) { try SUNKeys(fileText: keys) }
    }

    @Test(
        "words are known for what they are, right or mistyped, and names of files are not taken for them",
        arguments: [
            ("BWXH6-S7MA9-FMG4S-8SP0Y-VTX5R-XEGHD-NPC0N", true),
            ("bwxh6 s7ma9 fmg4s 8sp0y vtx5r xeghd npc0", true), ("BWXH6S7MA9FMG4S8SP0YVTX5RXEGHDNPC0N", true),
            ("BWXH6-S7MA9-FMG4S", false), ("box.secret", false), ("secrets/row-a", false), ("-", false),
            ("/home/grace/secrets/the-secret-of-the-chairs", false), ("", false),
        ])
    func inspect(text: String, isLikeWords: Bool) {
        #expect(BatchSecret.looksLikeWords(text) == isLikeWords)
    }
}
