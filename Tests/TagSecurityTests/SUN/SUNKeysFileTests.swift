import Foundation
import TestSupport
import Testing

@testable import TagSecurity

@Suite("Keys of taps in a file")
struct SUNKeysFileTests {
    private static let secret = "BWXH6-S7MA9-FMG4S-8SP0Y-VTX5R-XEGHD-NPC0N"

    private static func refusal(_ text: String) -> SecurityError? {
        do throws(SecurityError) {
            _ = try SUNKeys(fileText: text)
            return nil
        } catch { return error }
    }

    @Test("are two named keys, in any order, with a mode")
    func named() throws {
        let keys = SUNKeys(metaRead: .factory, fileRead: .factory, mode: .lrp)
        let zeros = String(repeating: "0", count: 32)
        #expect(try SUNKeys(fileText: "mode lrp\n# x\nfile-read \(zeros)\nmeta-read: \(zeros)\n") == keys)
        #expect(try SUNKeys(fileText: "META-READ = \(zeros)\r\nFILE-READ = \(zeros)").mode == .aes)
    }

    @Test("are a batch's secret")
    func secret() throws {
        let secret = try BatchSecret(words: Self.secret)
        #expect(try SUNKeys(fileText: "# row A\n\(Self.secret)\n") == SUNKeys(secret: secret))
    }

    @Test(
        "are refused without showing them",
        arguments: [
            ("file-read 00", .keysMalformed), ("mode xyz\n", .keysMalformed),
            ("meta-read 0123456789abcdef0123456789abcdeX\nfile-read 0", .keysMalformed),
            ("meta-read 00 11\n", .keysMalformed), ("mode aes\nmode aes", .keysMalformed),
            ("mode aes\nsecret 1", .keysMalformed), ("", .secretMalformed), ("hello", .secretMalformed),
        ] as [(String, SecurityError.Code)])
    func refused(text: String, code: SecurityError.Code) {
        let error = Self.refusal(text)
        #expect(error?.code == code)
        #expect(error?.reason.contains("abcdef") != true)
    }

    @Test("in a file that others may read are refused")
    func open() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try SecretFile.make(Self.secret, path: path)
        #expect(try SUNKeys(path: path).mode == .aes)
        #expect(chmod(path, 0o640) == 0)
        do {
            _ = try SUNKeys(path: path)
            Issue.record("keys were read that others can read")
        } catch { #expect(error.code == .secretOpenToOthers) }
    }
}
