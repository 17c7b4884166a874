import DatabaseKit
import Dispatch
import Documents
import FailureKit
import Foundation
import TimeKit

extension DataFolder {
    /// Copies all data into a new folder, while others go on reading.
    ///
    /// Both databases are of one moment: while they are copied nobody writes ours, and no call to the processor is
    /// begun without a write of ours. So the backup is a state that a power cut could have left, and the same
    /// reconciliation mends it.
    ///
    /// - Parameters:
    ///   - path: Where to; nothing may stand there.
    ///   - secrets: Files of batches' secrets, which stand outside the data folder; mode 0600 or refused.
    ///   - folder: The data folder, whose own `secrets` go along.
    package static func backUp(_ data: DataFolder, from folder: String, to path: String, secrets: [String])
        async throws
        -> BackupManifest
    {
        guard access(path, F_OK) != 0 else { throw PlacedFolder.notMade(path, EEXIST) }
        try Backup.refuseNested(path, folder)
        let secrets = try BackupSecrets(in: folder, and: secrets)
        let backup = try PlacedFolder(for: path)
        defer { backup.discard() }
        let place = backup.temporaryPath
        guard let processorFile = data.processorFile else {
            preconditionFailure("a backup is made of a folder with its own processor")
        }
        try await data.file.holdingWrites {
            try await data.file.backUp(to: "\(place)/\(BackupManifest.databases[0])")
            try await processorFile.backUp(to: "\(place)/\(BackupManifest.databases[1])")
        }
        var files: [BackupManifest.File] = []
        for name in BackupManifest.databases {
            try await refuseDamage("\(place)/\(name)", name)
            files.append(try file(name, HashedFile(reading: "\(place)/\(name)")))
        }
        if !secrets.paths.isEmpty { try backup.makeFolder(BackupManifest.secrets) }
        for (name, source) in secrets.paths {
            let copy = "\(BackupManifest.secrets)/\(name)"
            let hashed = try HashedFile(
                reading: source, copyingTo: "\(place)/\(copy)", most: BackupSecrets.mostBytes)
            files.append(try file(copy, hashed))
        }
        let manifest = BackupManifest(made: data.clock.now().iso8601, files: files)
        try backup.write(try manifest.text, to: BackupManifest.name)
        try backup.place()
        return manifest
    }

    private static func file(_ name: String, _ hashed: HashedFile) throws -> BackupManifest.File {
        BackupManifest.File(name: name, bytes: hashed.bytes, sha256: hashed.sha256)
    }

    /// Opens a copy of a database, looks through all of it, and leaves nothing beside it.
    ///
    /// - Throws: exit 65 with the first of what is damaged.
    static func refuseDamage(_ path: String, _ name: String) async throws {
        let database = try DatabaseFile.open(
            at: path, migrations: name == BackupManifest.databases[0] ? migrations : processorMigrations,
            options: DatabaseFile.Options(mustExist: true))
        let problems = try await database.checkIntegrity()
        try database.close()
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard let problem = problems.first else { return }
        throw CommandError(
            .malformed, code: "corrupt", "\(name) is damaged", reason: problem,
            remedy: "keep a copy of the data folder and restore the last backup that is whole")
    }
}

extension DatabaseFile {
    /// Does `work` while nobody writes this file; readers go on.
    fileprivate func holdingWrites<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        let (held, isHeld) = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let holder = Task {
            defer { isHeld.finish() }
            try await write { _ in
                isHeld.yield()
                release.wait()
            }
        }
        var isWaiting = false
        for await _ in held {
            isWaiting = true
            break
        }
        // Somebody else holds the file for too long: that error. Or Ctrl-C came, and the file may be ours yet.
        guard isWaiting else {
            release.signal()
            try await holder.value
            throw CancellationError()
        }
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        release.signal()
        try await holder.value
        return try result.get()
    }
}
