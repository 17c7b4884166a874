import FileKit
import Foundation
import Testing

/// Files that are written completely or not at all.
@Suite struct AtomicFileTests {
    static let all: [AtomicFile.Placing] = [.new, .newWhole, .replacing]
    static let exclusive: [AtomicFile.Placing] = [.new, .newWhole]

    /// Runs `body` in a temporary folder, and then removes it.
    private static func inFolder(_ body: (_ folder: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "atomic-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    private static func put(_ text: String, at path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test("writes all bytes with the mode, and leaves no other file", arguments: all)
    func writes(placing: AtomicFile.Placing) throws {
        try Self.inFolder { folder in
            let (path, bytes) = ("\(folder)/file", (0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
            for syncing in [AtomicFile.Syncing.nothing, .file, .fileAndFolder] {
                try AtomicFile.write(bytes, to: path, placing, mode: 0o606, isExact: true, syncing: syncing)
                #expect(try Self.bytes(path) == bytes)
                #expect(FileStatus(at: path)?.mode == 0o606)
                #expect(try Self.names(folder) == ["file"])
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    @Test("never replaces anything with a new file", arguments: exclusive)
    func taken(placing: AtomicFile.Placing) throws {
        try Self.inFolder { folder in
            try Self.put("old", at: "\(folder)/file")
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link", withDestinationPath: "\(folder)/nothing")
            let taken = FileError(placing == .new ? .make : .place, EEXIST)
            for name in ["file", "link"] {
                #expect(throws: taken) {
                    try AtomicFile.write([1], to: "\(folder)/\(name)", placing, mode: 0o600)
                }
            }
            #expect(try Self.bytes("\(folder)/file") == Array("old".utf8))
            #expect(try Self.names(folder) == ["file", "link"])
        }
    }

    @Test("replaces a file in one step, and open descriptors keep the old one")
    func replaces() throws {
        try Self.inFolder { folder in
            let path = "\(folder)/file"
            try Self.put("old", at: path)
            let reader = try #require(FileHandle(forReadingAtPath: path))
            let file = try AtomicFile(path, .replacing, mode: 0o600)
            try file.write(Array("new".utf8))
            #expect(try Self.bytes(path) == Array("old".utf8))
            try file.write([])
            try file.place()
            file.discard()
            #expect(try Self.bytes(path) == Array("new".utf8))
            #expect(try reader.readToEnd() == Data("old".utf8))
            #expect(try Self.names(folder) == ["file"])
        }
    }

    @Test("never shows an incomplete file that has a temporary name", arguments: [false, true])
    func hidden(isReplacing: Bool) throws {
        try Self.inFolder { folder in
            let path = "\(folder)/file"
            let file = try AtomicFile(path, isReplacing ? .replacing : .newWhole, mode: 0o600)
            try file.write([1])
            #expect(FileStatus(at: path) == nil)
            #expect(try Self.names(folder).allSatisfy { $0.hasPrefix(".file.") && $0.hasSuffix(".new") })
            try file.write([2])
            try file.place()
            #expect(try Self.bytes(path) == [1, 2])
        }
    }

    @Test("leaves nothing behind if discarded or released", arguments: all, [false, true])
    func discarded(placing: AtomicFile.Placing, isLetGo: Bool) throws {
        try Self.inFolder { folder in
            if placing == .replacing { try Self.put("old", at: "\(folder)/file") }
            let before = try Self.names(folder)
            do {
                let file = try AtomicFile("\(folder)/file", placing, mode: 0o600)
                try file.write([1, 2, 3])
                if !isLetGo { file.discard() }
            }
            #expect(try Self.names(folder) == before)
            if placing == .replacing { #expect(try Self.bytes("\(folder)/file") == Array("old".utf8)) }
        }
    }

    @Test("lets one of two concurrent writers win")
    func race() throws {
        try Self.inFolder { folder in
            let path = "\(folder)/file"
            let files = try (1...2).map {
                try AtomicFile(path, .newWhole, mode: 0o600, through: "\(folder)/\($0).new")
            }
            for (index, file) in files.enumerated() { try file.write([UInt8(index)]) }
            try files[1].place()
            #expect(throws: FileError(.place, EEXIST)) { try files[0].place() }
            files[0].discard()
            #expect(try Self.bytes(path) == [1])
            #expect(try Self.names(folder) == ["file"])
        }
    }

    @Test("overwrites a temporary file that a killed process left")
    func leftOver() throws {
        try Self.inFolder { folder in
            let (path, temporary) = ("\(folder)/file", "\(folder)/.file.new")
            try Self.put("much more than what is written now", at: temporary)
            try AtomicFile.write([7], to: path, .replacing, mode: 0o600, through: temporary)
            #expect(try Self.bytes(path) == [7])
            #expect(FileStatus(at: path)?.mode == 0o600)
            #expect(try Self.names(folder) == ["file"])
        }
    }

    @Test("sets another modification time")
    func modified() throws {
        try Self.inFolder { folder in
            let path = "\(folder)/file"
            try AtomicFile.write([7], to: path, .replacing, mode: 0o600, modified: 1_000_000_000)
            let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            #expect(date == Date(timeIntervalSince1970: 1_000_000_000))
        }
    }

    @Test("reports the failed step and its reason, and leaves nothing behind", arguments: all)
    func failures(placing: AtomicFile.Placing) throws {
        try Self.inFolder { folder in
            #expect(throws: FileError(.make, ENOENT)) {
                try AtomicFile.write([1], to: "\(folder)/none/file", placing, mode: 0o600)
            }
            try Self.put("old", at: "\(folder)/file")
            #expect(throws: FileError(.make, ENOTDIR)) {
                try AtomicFile.write([1], to: "\(folder)/file/file", placing, mode: 0o600)
            }
            try FileManager.default.createDirectory(
                atPath: "\(folder)/folder", withIntermediateDirectories: false)
            let error = #expect(throws: FileError.self) {
                try AtomicFile.write([1], to: "\(folder)/folder", placing, mode: 0o600)
            }
            #expect(error?.step == (placing == .new ? .make : .place))
            #expect(try Self.names(folder) == ["file", "folder"])
        }
        #expect(FileError(.write, ENOSPC).reason == "No space left on device")
    }

    @Test("syncs files and folders by name")
    func syncs() throws {
        try Self.inFolder { folder in
            try Self.put("old", at: "\(folder)/file")
            try AtomicFile.sync("\(folder)/file")
            try AtomicFile.sync(folder)
            try AtomicFile.syncFolder(of: "\(folder)/file")
            #expect(throws: FileError(.sync, ENOENT)) { try AtomicFile.sync("\(folder)/none") }
            #expect(throws: FileError(.syncFolder, ENOENT)) {
                try AtomicFile.syncFolder(of: "\(folder)/none/file")
            }
        }
    }

    @Test(
        "finds the folder of a path",
        arguments: [("file", "."), ("/file", "/"), ("a/file", "a"), ("/a/b/file", "/a/b"), ("./file", ".")])
    func folder(path: String, folder: String) { #expect(AtomicFile.folder(of: path) == folder) }
}
