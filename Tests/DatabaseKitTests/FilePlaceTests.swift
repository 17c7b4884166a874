import DatabaseKit
import Foundation
import GRDB
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct FilePlaceTests {
    let scratch = Scratch()

    /// A file at the path, the options to open it with, and the expected refusal.
    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: DatabaseKit.DatabaseFileError.Code
        let reason: String
        var options = DatabaseFile.Options()
        let prepare: @Sendable (Scratch) throws -> Void
    }

    static let refusals = [
        Refused(testDescription: "a folder", code: .cannotOpen, reason: "the path is a folder") {
            try FileManager.default.createDirectory(atPath: $0.path, withIntermediateDirectories: false)
        },
        Refused(
            testDescription: "no parent", code: .cannotOpen, reason: "the file's folder does not exist"
        ) {
            try FileManager.default.removeItem(atPath: $0.folder)
        },
        Refused(testDescription: "a file for a parent", code: .cannotOpen, reason: "Not a directory") {
            try FileManager.default.removeItem(atPath: $0.folder)
            try Data().write(to: URL(filePath: $0.folder))
        },
        Refused(
            testDescription: "nothing, where something must be", code: .missing, reason: "",
            options: .init(mustExist: true)
        ) { _ in },
        Refused(
            testDescription: "nothing to read", code: .missing, reason: "", options: .init(readOnly: true)
        ) { _ in },
        Refused(testDescription: "an empty file", code: .notADatabase, reason: "the file has 0 bytes") {
            try Data().write(to: URL(filePath: $0.path))
        },
        Refused(testDescription: "a text", code: .notADatabase, reason: "file is not a database") {
            try Data(String(repeating: "Dear donor, ", count: 500).utf8).write(to: URL(filePath: $0.path))
        },
        Refused(testDescription: "a short text", code: .notADatabase, reason: "the file has 1 byte") {
            try Data("x".utf8).write(to: URL(filePath: $0.path))
        },
        Refused(
            testDescription: "another's database", code: .notOurs,
            reason: "the file's application_id is not the one that this program uses"
        ) {
            try $0.stranger().write { try $0.execute(sql: "CREATE TABLE t (x)") }
        },
        Refused(
            testDescription: "a log that lost its file", code: .missing,
            reason: "the file's log, whose name ends in -wal, still exists"
        ) {
            try Data("x".utf8).write(to: URL(filePath: $0.path + "-wal"))
        },
        Refused(
            testDescription: "a file that another holds whole", code: .busy, reason: "database is locked",
            options: .init(busyTimeout: .milliseconds(20))
        ) {
            try $0.open().close()
            // Like a program that exits with the test, the connection is never closed.
            let stranger = try $0.stranger()
            try stranger.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE t (x)")
            }
            _ = Unmanaged.passRetained(stranger)
        },
    ]

    @Test("refuses a file that is not our database, and leaves it unchanged", arguments: refusals)
    func refuses(_ refused: Refused) throws {
        try refused.prepare(scratch)
        let before = contents(of: scratch)
        let error = #expect(throws: DatabaseKit.DatabaseFileError.self) {
            _ = try scratch.open(refused.options)
        }
        #expect(error?.code == refused.code)
        #expect(error?.reason == refused.reason)
        #expect(error?.file == "test.sqlite")
        #expect(error?.remedy.isEmpty == false)
        #expect(contents(of: scratch) == before)
    }

    @Test("overwritten pages are `corrupt`, in a transaction and in the check")
    func corrupt() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(upTo: 5000) }
        try file.close()
        let handle = try FileHandle(forUpdating: URL(filePath: scratch.path))
        let size = try handle.seekToEnd()
        for page in stride(from: 4096 * 3, to: size, by: 4096) {
            try handle.seek(toOffset: page)
            try handle.write(contentsOf: Data(repeating: 0x5A, count: 64))
        }
        try handle.close()

        let damaged = try scratch.open()
        #expect(try await code { _ = try await damaged.read { try $0.numbers() } } == .corrupt)
        #expect(try await damaged.checkIntegrity().isEmpty == false)
    }

    @Test("a truncated file is refused, fails as corrupt, or is complete")
    func cutShort() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(upTo: 2000) }
        try file.close()
        let whole = try Data(contentsOf: URL(filePath: scratch.path))
        for length in stride(from: 1, to: whole.count, by: 1031) {
            try whole.prefix(length).write(to: URL(filePath: scratch.path))
            do {
                let file = try scratch.open()
                // The last pages of the file are free.
                #expect(try await file.read { try $0.numbers() } == Array(1...2000), "\(length) bytes")
            } catch let error as DatabaseKit.DatabaseFileError {
                #expect(error.code == .corrupt || error.code == .notADatabase, "\(length) bytes: \(error)")
            }
        }
    }

    @Test("a file on a read-only file system cannot be opened for writing")
    func readOnlyFileSystem() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(1) }
        try file.close()
        let mounted = try await ProgramRun.shell(
            "mount --bind . . && mount -o remount,bind,ro .", in: URL(filePath: scratch.folder))
        guard mounted.exitCode == 0 else { return print("not tested, no right to mount: read-only folder") }
        let error = #expect(throws: DatabaseKit.DatabaseFileError.self) { _ = try scratch.open() }
        let absent = #expect(throws: DatabaseKit.DatabaseFileError.self) {
            _ = try DatabaseFile.open(at: scratch.folder + "/new.sqlite", migrations: [])
        }
        _ = try await ProgramRun.shell("umount '\(scratch.folder)'", in: URL(filePath: "/"))
        #expect(error?.code == .readOnly)
        #expect(error?.reason == "Read-only file system")
        #expect(absent?.code == .readOnly)
    }

    @Test("a file opened read-only is never written")
    func openedReadOnly() async throws {
        let writer = try scratch.open()
        try await writer.write { try $0.add(1) }
        let reader = try scratch.open(.init(readOnly: true))
        #expect(try await reader.read { try $0.numbers() } == [1])
        #expect(try await code { try await reader.write { try $0.add(2) } } == .readOnly)
    }

    /// Returns the names and bytes of all files in the folder.
    private func contents(of scratch: Scratch) -> [String: Data?] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: scratch.folder)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.filter { !$0.hasSuffix("-shm") }
                .map { ($0, FileManager.default.contents(atPath: scratch.folder + "/" + $0)) })
    }
}
