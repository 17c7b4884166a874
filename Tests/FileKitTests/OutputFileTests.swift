import FileKit
import Foundation
import Glibc
import Testing

/// Files at paths that a person named.
@Suite struct OutputFileTests {
    static let all: [OutputFile.Existing] = [.refused, .unused, .replaced]

    /// Runs `body` in a temporary folder, and then removes it.
    private static func inFolder(_ body: (_ folder: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    private static func put(_ text: String, at path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test("a new file has the content and the permissions", arguments: all)
    func new(existing: OutputFile.Existing) throws {
        try Self.inFolder { folder in
            try OutputFile.check("\(folder)/file", existing)
            try OutputFile.write(Array("new".utf8), to: "\(folder)/file", existing, mode: 0o600)
            #expect(try Self.text("\(folder)/file") == "new")
            #expect(FileStatus(at: "\(folder)/file")?.mode == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        }
    }

    @Test("a file with content is replaced only on request, keeps its permissions, and is a new file")
    func content() throws {
        try Self.inFolder { folder in
            let (path, other) = ("\(folder)/file", "\(folder)/other")
            try Self.put("old", at: path)
            #expect(chmod(path, 0o640) == 0 && link(path, other) == 0)
            for existing in [OutputFile.Existing.refused, .unused] {
                let refused = FileError(.make, EEXIST)
                #expect(throws: refused) { try OutputFile.check(path, existing) }
                #expect(throws: refused) { try OutputFile.write([1], to: path, existing) }
            }
            #expect(throws: FileError(.make, EEXIST)) { try OutputFile.opened(path) }
            #expect(try Self.text(path) == "old")
            try OutputFile.write(Array("new".utf8), to: path, .replaced)
            #expect(try Self.text(path) == "new")
            // Another name of the old file, which a hard link is, keeps the old content.
            #expect(try Self.text(other) == "old")
            #expect(FileStatus(at: path)?.mode == 0o640)
        }
    }

    @Test(
        "a replaced file keeps its permissions whatever the umask is",
        arguments: [0o666, 0o664, 0o600, 0o755] as [mode_t])
    func permissions(mode: mode_t) throws {
        try Self.inFolder { folder in
            let path = "\(folder)/file"
            try Self.put("old", at: path)
            #expect(chmod(path, mode) == 0)
            try OutputFile.write(Array("new".utf8), to: path, .replaced)
            #expect(try Self.text(path) == "new")
            #expect(FileStatus(at: path)?.mode == mode)
        }
    }

    @Test("a private file that replaces a public one is private")
    func privateFile() throws {
        try Self.inFolder { folder in
            let path = "\(folder)/file"
            try Self.put("old", at: path)
            #expect(chmod(path, 0o644) == 0)
            try OutputFile.write(Array("new".utf8), to: path, .replaced, mode: 0o600)
            #expect(FileStatus(at: path)?.mode == 0o600)
        }
    }

    @Test("root keeps the owner and the group of a replaced file", .enabled(if: geteuid() == 0))
    func owner() throws {
        try Self.inFolder { folder in
            let path = "\(folder)/file"
            try Self.put("old", at: path)
            #expect(chown(path, 1, 2) == 0 && chmod(path, 0o640) == 0)
            try OutputFile.write(Array("new".utf8), to: path, .replaced)
            let found = FileStatus(at: path)
            #expect(found?.owner == 1 && found?.group == 2 && found?.mode == 0o640)
        }
    }

    @Test("an empty file is written to, unless nothing may exist")
    func empty() throws {
        try Self.inFolder { folder in
            let path = "\(folder)/file"
            try Self.put("", at: path)
            #expect(throws: FileError(.make, EEXIST)) { try OutputFile.write([1], to: path, .refused) }
            try OutputFile.write(Array("new".utf8), to: path, .unused)
            #expect(try Self.text(path) == "new")
        }
    }

    @Test("no link is followed, whether it leads to a file, a folder or nowhere", arguments: all)
    func links(existing: OutputFile.Existing) throws {
        try Self.inFolder { folder in
            try Self.put("", at: "\(folder)/empty")
            try Self.put("old", at: "\(folder)/file")
            for target in ["empty", "file", "nowhere", ".", "/dev/null", "link"] {
                let link = "\(folder)/link"
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
                let refused = FileError(.make, ELOOP)
                #expect(throws: refused, "\(target)") { try OutputFile.check(link, existing) }
                #expect(throws: refused, "\(target)") { try OutputFile.write([1], to: link, existing) }
                #expect(throws: refused, "\(target)") { try OutputFile.opened(link) }
                #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
                try FileManager.default.removeItem(atPath: link)
            }
            #expect(try Self.text("\(folder)/empty") == "" && Self.text("\(folder)/file") == "old")
            #expect(FileStatus(at: "\(folder)/nowhere") == nil)
        }
    }

    @Test("a device, a pipe with a reader and an own descriptor are written to; a folder is not")
    func others() throws {
        try Self.inFolder { folder in
            for existing in [OutputFile.Existing.unused, .replaced] {
                try OutputFile.write([1], to: "/dev/null", existing)
                #expect(throws: FileError(.write, ENOSPC)) {
                    try OutputFile.write([1], to: "/dev/full", existing)
                }
                #expect(throws: FileError.self) { try OutputFile.write([1], to: folder, existing) }
            }
            #expect(throws: FileError(.make, EEXIST)) { try OutputFile.write([1], to: "/dev/null", .refused) }
            #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
            #expect(throws: FileError(.make, ENXIO)) { try OutputFile.opened("\(folder)/pipe") }
            let reader = open("\(folder)/pipe", O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            try OutputFile.write(Array("new".utf8), to: "\(folder)/pipe", .unused)
            var bytes = [UInt8](repeating: 0, count: 8)
            #expect(read(reader, &bytes, 8) == 3)
            let own = open("\(folder)/own", O_WRONLY | O_CREAT, 0o600)
            defer { close(own) }
            for path in ["/dev/fd/\(own)", "/proc/self/fd/\(own)"] {
                try OutputFile.write(Array("own ".utf8), to: path, .unused)
            }
            #expect(try Self.text("\(folder)/own") == "own own ")
        }
    }

    @Test("a file that is written piece by piece has each piece at once")
    func pieces() throws {
        try Self.inFolder { folder in
            let descriptor = try OutputFile.opened("\(folder)/file")
            defer { close(descriptor) }
            #expect(write(descriptor, "ab", 2) == 2)
            #expect(try Self.text("\(folder)/file") == "ab")
        }
    }
}
