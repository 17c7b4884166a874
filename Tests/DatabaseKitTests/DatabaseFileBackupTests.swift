import DatabaseKit
import Foundation
import GRDB
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct DatabaseFileBackupTests {
    let scratch = Scratch()

    @Test("a backup during writes is a consistent earlier state")
    func backupWhileWriting() async throws {
        let file = try scratch.open()
        try await file.write { try $0.add(upTo: 20_000) }
        let backup = scratch.folder + "/backup.sqlite"
        let steps = Steps()
        let writing = Task {
            for value in 20_001...20_200 { try await file.write { try $0.add(value) } }
        }
        try await file.backUp(to: backup) { step in steps.seen.withLock { $0.append(step) } }
        try await writing.value

        let copy = try DatabaseFile.open(at: backup, migrations: [Scratch.numbers])
        let numbers = try await copy.read { try $0.numbers() }
        #expect(numbers.count >= 20_000)
        #expect(numbers == Array(1...numbers.count))
        #expect(try await copy.checkIntegrity() == [])
        let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let last = steps.seen.withLock(\.last)
        #expect(last.map { $0.pages == $0.total } == true)
    }

    @Test("overwrites neither the database nor another file, and writes next to no other log")
    func nothingIsOverwritten() async throws {
        let file = try scratch.open()
        try Data("x".utf8).write(to: URL(filePath: scratch.folder + "/other-wal"))
        for path in [scratch.path, scratch.folder, scratch.folder + "/other"] {
            #expect(try await code { try await file.backUp(to: path) } == .alreadyExists, "\(path)")
        }
        #expect(try await code { try await file.backUp(to: scratch.folder + "/none/here") } == .cannotOpen)
    }

    @Test("a canceled backup leaves no file")
    func cancelled() async throws {
        let file = try scratch.open()
        let before = try FileManager.default.contentsOfDirectory(atPath: scratch.folder).sorted()
        try await file.write { try $0.add(upTo: 2_000_000) }
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let goOn = DispatchSemaphore(value: 0)
        let backup = Task {
            try await file.backUp(to: scratch.folder + "/backup.sqlite") { _ in
                hasBegun.yield()
                goOn.wait()
            }
        }
        for await _ in begun { break }
        backup.cancel()
        goOn.signal()
        await #expect(throws: CancellationError.self) { try await backup.value }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder).sorted() == before)
    }
}

/// The recorded progress of a backup.
private final class Steps: Sendable {
    let seen = Mutex<[BackupProgress]>([])
}
