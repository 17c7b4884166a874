import DatabaseKit
import Dispatch
import Documents
import FailureKit
import FileKit
import Foundation
import TimeKit

extension DataFolder {
    /// Copies all data into a new folder without blocking readers.
    ///
    /// Both databases are copied as of the same point in time. During the copy, nothing is written to the
    /// folder's own database. No call to the processor can start, because every call is recorded in the
    /// database first. The copied data can have unfinished calls, as after a power failure. A reconciliation
    /// finishes these calls.
    ///
    /// - Parameters:
    ///   - data: The open data folder, which must have its own simulated processor.
    ///   - folder: The path of the data folder. The backup includes the files in the folder's `secrets`
    ///     folder.
    ///   - path: The folder to create. The path must not exist.
    ///   - secrets: The paths of additional secret files of tag batches. Files that other users can read are
    ///     refused.
    /// - Returns: The manifest of the backup.
    package static func backUp(_ data: DataFolder, from folder: String, to path: String, secrets: [String])
        async throws
        -> BackupManifest
    {
        // Otherwise, a dangling symbolic link would determine where the backup is created.
        guard FileStatus(at: path) == nil else { throw PlacedFolder.notMade(path, EEXIST) }
        try Backup.refuseNested(path, folder)
        let secrets = try BackupSecrets(in: folder, and: secrets)
        let backup = try PlacedFolder(for: path)
        defer { backup.discard() }
        let place = backup.temporaryPath
        guard let dataFile = data.file, let processorFile = data.processorFile else {
            preconditionFailure("only a folder with its own processor can be backed up")
        }
        try await dataFile.holdingWrites {
            try await dataFile.backUp(to: "\(place)/\(BackupManifest.databases[0])")
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
                reading: source, copyingTo: "\(place)/\(copy)", most: BackupSecrets.mostBytes,
                remedy: "check the path of the secret")
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

    /// Returns the migrations of the database with this name in a backup.
    private static func migrations(ofDatabase name: String) -> [Migration] {
        name == BackupManifest.databases[0] ? migrations : processorMigrations
    }

    /// Returns the differences between the schema of a database and the schema that its migrations create.
    static func schemaDifferences(_ path: String, _ name: String) throws -> [String] {
        try DatabaseFile.schemaDifferences(at: path, migrations: migrations(ofDatabase: name))
    }

    /// Opens a copy of a database and checks it completely. Leaves no other files next to the copy.
    ///
    /// The schema is compared first, so that only triggers created by the migrations can run.
    ///
    /// - Throws: An error with exit code 65 that describes the first problem.
    static func refuseDamage(_ path: String, _ name: String) async throws {
        if let difference = try schemaDifferences(path, name).first {
            throw CommandError(
                .malformed, code: "foreignSchema", "\(name) was changed by another program",
                reason: difference,
                remedy:
                    "to restore, use another backup; to back up, undo the change in the data folder first"
            )
        }
        let database = try DatabaseFile.open(
            at: path, migrations: migrations(ofDatabase: name),
            options: DatabaseFile.Options(mustExist: true))
        let problems = try await database.checkIntegrity()
        try database.close()
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard let problem = problems.first else { return }
        throw CommandError(
            .malformed, code: "corrupt", "\(name) is damaged", reason: problem,
            remedy: "keep a copy of the damaged file, and restore the last undamaged backup")
    }
}

extension DatabaseFile {
    /// Runs `work`, and blocks writes to this database by other processes and tasks until `work` ends. Reads
    /// are not blocked.
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
        // If another process locked the database for too long, its error is thrown. If Ctrl-C was pressed, the write
        // may still start.
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
