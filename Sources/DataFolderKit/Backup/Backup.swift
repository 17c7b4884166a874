import DatabaseKit
import Documents
import FailureKit
import FileKit
import Foundation
package import TimeKit

/// A backup on disk: a folder written by `backup make`.
package struct Backup {
    package let path: String
    package let manifest: BackupManifest

    /// A problem with a file of a backup.
    package struct Problem {
        package let name: String
        package let message: String
    }

    /// Reads the manifest of a backup.
    ///
    /// - Throws: An error with exit code 66 if the manifest is missing, or 65 if it cannot be used.
    package init(_ path: String) throws {
        self.path = path
        manifest = try BackupManifest(
            reading: HashedFile.contents(
                of: "\(path)/\(BackupManifest.name)", most: Int64(BackupManifest.mostBytes)))
    }

    /// Compares every file with the manifest. Writes nothing.
    package func problems() -> [Problem] {
        var problems: [Problem] = []
        for file in manifest.files {
            do {
                try HashedFile.refuseLink("\(path)/\(BackupManifest.secrets)")
                let hashed = try HashedFile(reading: "\(path)/\(file.name)", most: file.bytes)
                if !hashed.matches(file) {
                    problems.append(
                        Problem(name: file.name, message: "its contents differ from the manifest"))
                }
            } catch {
                problems.append(Problem(name: file.name, message: CommandError(error).sentence))
            }
        }
        let known = Set(manifest.files.map(\.name) + [BackupManifest.name])
        for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }).sorted() ?? []
        where !known.contains(name) && name != BackupManifest.secrets {
            problems.append(Problem(name: name, message: "it does not belong to the backup"))
        }
        return problems
    }

    /// Restores the backup into a data folder.
    ///
    /// The copy is made next to the folder, compared with the manifest, opened and checked. Then it replaces the folder
    /// in one step. Until then the folder is unchanged. Afterwards the old one is kept next to it.
    ///
    /// The restored books end when the backup was made. They do not contain receipts issued later, so every series of
    /// receipts continues in a new segment. The books have a gap until they are compared with the processor.
    ///
    /// - Parameters:
    ///   - folder: The data folder.
    ///   - replacing: Whether a folder that contains anything may be replaced.
    ///   - segment: The new segment of receipts; nil means one above the highest in the backup and the old folder.
    ///   - now: The current time, which also names the old folder.
    package func restore(to folder: String, replacing: Bool, segment: Int? = nil, now: Timestamp) async throws
        -> Restored
    {
        try Self.refuseNested(path, folder)
        let holdsSomething = try Self.holdsSomething(folder)
        guard !holdsSomething || replacing else {
            throw CommandError(
                .refused, code: "folderNotEmpty", "\(folder) already holds data",
                reason: "a restore would replace all of it",
                remedy: "choose another folder with --data, or use --replace, which keeps the old folder too")
        }
        let database = "\(folder)/\(BackupManifest.databases[0])"
        guard !holdsSomething || access(database, F_OK) == 0 else {
            throw CommandError(
                .refused, code: "noDataFolder", "\(folder) contains something other than tapctl's data",
                reason: "there is no \(BackupManifest.databases[0]) in it",
                remedy: "use --data with tapctl's data folder, or with one that does not exist yet")
        }
        try HashedFile.refuseLink("\(path)/\(BackupManifest.secrets)")
        let new = try PlacedFolder(for: folder)
        defer { new.discard() }
        for file in manifest.files {
            if file.name.hasPrefix(BackupManifest.secrets + "/") {
                try new.makeFolder(BackupManifest.secrets)
            }
            let copy = "\(new.temporaryPath)/\(file.name)"
            let hashed = try HashedFile(reading: "\(path)/\(file.name)", copyingTo: copy, most: file.bytes)
            guard hashed.matches(file) else {
                throw CommandError(
                    .malformed, code: "backupDamaged", "\(file.name) differs from the backed-up file",
                    reason: "its SHA-256 differs from the manifest",
                    remedy: "use another backup; `tapctl backup check` finds one that is complete")
            }
        }
        for file in manifest.files where BackupManifest.databases.contains(file.name) {
            try await DataFolder.refuseDamage("\(new.temporaryPath)/\(file.name)", file.name)
        }
        let old = holdsSomething ? try await OldSegment(of: folder, copyingIn: new.temporaryPath) : .none
        let books = try await RestoredBooks.begin(
            in: new.temporaryPath, after: old, asking: segment, backupMade: made, at: now)
        guard holdsSomething else {
            try new.place()
            return Restored(old: nil, books: books)
        }
        let stamp = now.iso8601.filter { $0 != "-" && $0 != ":" }
        return Restored(old: try new.exchange(keepingOldAs: "before-\(stamp)"), books: books)
    }

    /// The result of a restore.
    package struct Restored {
        /// The new path of the old folder; nil if there was none.
        package let old: String?
        package let books: RestoredBooks
    }

    /// The time at which the backup was made.
    private var made: Timestamp { Timestamp(iso8601: manifest.made) ?? .earliest }

    /// Throws if the backup and the data folder are the same folder, or if one contains the other.
    ///
    /// - Throws: An error with exit code 77.
    static func refuseNested(_ backup: String, _ folder: String) throws {
        let (one, other) = (realPath(backup) + "/", realPath(folder) + "/")
        guard one.hasPrefix(other) || other.hasPrefix(one) else { return }
        throw CommandError(
            .refused, code: "nestedFolders", "one of the backup and the data folder is inside the other",
            reason: "\(backup) and \(folder)", remedy: "keep backups in a separate folder")
    }

    /// Returns a path with symbolic links resolved, even if it does not exist.
    private static func realPath(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Returns whether the folder contains anything. Throws an error if the path is a file.
    private static func holdsSomething(_ folder: String) throws -> Bool {
        guard let found = FileStatus(of: folder) else { return false }
        guard found.isFolder else { throw PlacedFolder.notMade(folder, ENOTDIR) }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw PlacedFolder.notMade(folder, EACCES)
        }
        return !names.isEmpty
    }
}
