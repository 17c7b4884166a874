import Foundation
import Glibc
import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("Tags in files")
struct TagFileTests {
    /// A folder for one test, and a blank NTAG213 in it.
    private func withTag(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let image = try #require(TagImage.factory(product: "NTAG213", uid: TagTalk.uid))
        let path = folder.appending(path: "tag.nfc").path
        try Data(try image.contents(as: .flipper)).write(to: URL(filePath: path))
        try await body(path)
    }

    private func image(_ path: String) throws -> TagImage {
        try TagImage(reading: Array(try Data(contentsOf: URL(filePath: path))), named: path)
    }

    private func reader(_ path: String) throws -> DirectReader {
        let (file, image) = try TagFile.open(path)
        var field = VirtualField()
        field.insert(try makeVirtualTag(from: image), file: file)
        return DirectReader(field)
    }

    @Test("are written page by page, before the response is sent")
    func writeThrough() async throws {
        try await withTag { path in
            let reader = try reader(path)
            _ = try await reader.select(within: .seconds(1))
            for page in UInt8(4)..<8 {
                _ = try await reader.send(.write(page: page, data: [page, 1, 2, 3]))
                guard case .pages(let pages) = try image(path).memory else {
                    return #expect(Bool(false), "no pages")
                }
                #expect(pages[Int(page)] == [page, 1, 2, 3])
            }
            let leftovers = try FileManager.default.contentsOfDirectory(
                atPath: (path as NSString).deletingLastPathComponent)
            #expect(leftovers == ["tag.nfc"])
        }
    }

    @Test("also store the count of failed passwords and the counter, which are not in pages")
    func storesCounts() async throws {
        try await withTag { path in
            let reader = try reader(path)
            _ = try await reader.select(within: .seconds(1))
            _ = try await reader.send(.write(page: 42, data: hex("12 05 00 00")))
            await reader.change { field in
                field.switchOff()
                field.switchOn()
                _ = field.activate()
                _ = field.exchange(RFFrame(hex("1B 00 00 00 00")))
                _ = field.activate()
                _ = field.exchange(RFFrame(hex("30 00")))
            }
            #expect(try image(path).failedAuthentications == 1)
            #expect(try image(path).counters[2] == 1)
        }
    }

    @Test("cannot be opened by a second reader until the first one is closed, even after writes")
    func locked() async throws {
        try await withTag { path in
            do {
                let first = try reader(path)
                #expect(fileError { _ = try TagFile.open(path) } == .fileBusy)
                _ = try await first.select(within: .seconds(1))
                _ = try await first.send(.write(page: 4, data: [1, 2, 3, 4]))
                #expect(fileError { _ = try TagFile.open(path) } == .fileBusy)
                await first.close()
            }
            #expect(fileError { _ = try TagFile.open(path) } == nil)
        }
    }

    @Test("keep their permissions, and are found through a symbolic link")
    func permissionsAndLinks() async throws {
        try await withTag { path in
            chmod(path, 0o640)
            let link = path + ".link"
            symlink(path, link)
            let reader = try reader(link)
            _ = try await reader.select(within: .seconds(1))
            _ = try await reader.send(.write(page: 4, data: [1, 2, 3, 4]))
            var status = stat()
            lstat(path, &status)
            #expect(status.st_mode & 0o777 == 0o640)
            lstat(link, &status)
            #expect(status.st_mode & S_IFMT == S_IFLNK)
        }
    }

    @Test("that cannot be written prevent the tag's response, and the reader reports why")
    func notWritable() async throws {
        try await withTag { path in
            let reader = try reader(path)
            _ = try await reader.select(within: .seconds(1))
            // No one can create a file in a removed folder, not even root.
            try FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
            await expect(code: .fileNotWritable) {
                try await reader.send(.write(page: 4, data: [1, 2, 3, 4]))
            }
            await expect(code: .fileNotWritable) { try await reader.select(within: .seconds(1)) }
        }
    }

    @Test("that another program has meanwhile changed, replaced, deleted or closed are left as they are")
    func changedMeanwhile() async throws {
        let hands: [@Sendable (String) throws -> Void] = [
            {
                try Data("# mine\n".utf8 + (try Data(contentsOf: URL(filePath: $0)))).write(
                    to: URL(filePath: $0))
            },
            { path in
                let handle = try FileHandle(forWritingTo: URL(filePath: path))
                try handle.seekToEnd()
                try handle.write(contentsOf: Data("# mine\n".utf8))
                try handle.close()
            },
            { try FileManager.default.removeItem(atPath: $0) },
            { chmod($0, 0o444) },
        ]
        for hand in hands {
            try await withTag { path in
                let reader = try reader(path)
                _ = try await reader.select(within: .seconds(1))
                _ = try await reader.send(.write(page: 4, data: [1, 2, 3, 4]))
                try hand(path)
                let before = try? Data(contentsOf: URL(filePath: path))
                await expect(code: .fileNotWritable) {
                    try await reader.send(.write(page: 5, data: [1, 2, 3, 4]))
                }
                #expect((try? Data(contentsOf: URL(filePath: path))) == before)
            }
        }
    }

    @Test("that are read-only are read, and not written")
    func readOnly() async throws {
        try await withTag { path in
            chmod(path, 0o444)
            let reader = try reader(path)
            _ = try await reader.select(within: .seconds(1))
            #expect(try await reader.send(.read(page: 4)).count == 16)
            await expect(code: .fileNotWritable) {
                try await reader.send(.write(page: 4, data: [1, 2, 3, 4]))
            }
        }
    }

    @Test("a pipe, a folder and an endless file are refused at once")
    func noFiles() async throws {
        try await withTag { path in
            mkfifo(path + ".fifo", 0o600)
            for other in [path + ".fifo", (path as NSString).deletingLastPathComponent, "/dev/zero"] {
                #expect(fileError { _ = try TagFile.open(other) } == .fileNotFound)
            }
            try Data(repeating: 0x20, count: 3 << 20).write(to: URL(filePath: path + ".big"))
            #expect(fileError { _ = try TagFile.open(path + ".big") } == .fileMalformed)
        }
    }

    @Test("the next write removes what a killed program left next to the file")
    func leftovers() async throws {
        try await withTag { path in
            let folder = (path as NSString).deletingLastPathComponent
            try Data("half".utf8).write(to: URL(filePath: "\(folder)/.tag.nfc.new"))
            let reader = try reader(path)
            _ = try await reader.select(within: .seconds(1))
            _ = try await reader.send(.write(page: 4, data: [1, 2, 3, 4]))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["tag.nfc"])
        }
    }

    @Test("that are missing, malformed or of another format are refused")
    func refused() async throws {
        try await withTag { path in
            #expect(fileError { _ = try TagFile.open(path + ".none") } == .fileNotFound)
            let other = path + ".txt"
            for text in [
                "", "no tag", "Filetype: Flipper NFC device\nVersion: 4\nDevice type: NTAG/Ultralight\n",
            ] {
                try Data(text.utf8).write(to: URL(filePath: other))
                #expect(fileError { _ = try TagFile.open(other) } == .fileMalformed)
            }
            let raw = path + ".bin"
            try Data(try image(path).contents(as: .raw)).write(to: URL(filePath: raw))
            #expect(fileError { _ = try TagFile.open(raw) } == .fileMalformed)
        }
    }

    private func fileError(_ body: () throws -> Void) -> TagError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? TagError)?.code
        }
    }

    /// Opens a file that does not exist or cannot be opened, and returns the error.
    private func refusal(_ path: String) -> TagError? {
        do throws(TagError) {
            _ = try TagFile.open(path)
            return nil
        } catch {
            return error
        }
    }

    @Test("that are missing cause an error, which suggests creating them only if their path allows it")
    func missing() async throws {
        try await withTag { path in
            let folder = (path as NSString).deletingLastPathComponent
            let file = try #require(refusal(path + ".none"))
            #expect(file.code == .fileNotFound && file.remedy == "create the tag file first")
            #expect(file.help == .makeTag(path + ".none"))
            // A missing folder, a file instead of a folder, and a name that is too long.
            let tooLong = folder + "/" + String(repeating: "a", count: 300)
            for other in [folder + "/none/tag.nfc", path + "/tag.nfc", tooLong] {
                let error = try #require(refusal(other))
                #expect(error.code == .fileNotFound && error.help == nil, "\(other)")
                #expect(error.remedy == "check the path and its permissions", "\(other)")
            }
            let script = try #require(refusal(path + ".script"))
            #expect(script.remedy == "check the path of the script" && script.help == nil)
        }
    }
}
