import DatabaseKit
import Documents
import FailureKit
import FileKit
import Foundation
package import TimeKit

/// A backup on disk: a folder with copies of the databases, the secret files and a manifest.
package struct Backup {
    package let path: String
    package let manifest: BackupManifest

    /// A problem with one file of a backup, such as a wrong hash.
    package struct Problem {
        package let name: String
        package let message: String
    }

    /// Reads the manifest of the backup in a folder.
    ///
    /// - Throws: An error with exit code 66 if the manifest is missing, or 65 if it is invalid.
    package init(_ path: String) throws {
        self.path = path
        manifest = try BackupManifest(
            reading: HashedFile.contents(
                of: "\(path)/\(BackupManifest.name)", most: Int64(BackupManifest.mostBytes)))
    }

    /// Checks the files against the manifest, and the schemas of the databases against the migrations.
    /// Nothing is written.
    ///
    /// - Returns: The problems that were found.
    package func problems() -> [Problem] {
        var problems: [Problem] = []
        for file in manifest.files {
            do {
                try HashedFile.refuseLink("\(path)/\(BackupManifest.secrets)")
                let hashed = try HashedFile(reading: "\(path)/\(file.name)", most: file.bytes)
                if !hashed.matches(file) {
                    problems.append(
                        Problem(
                            name: file.name, message: "the file does not match its entry in the manifest"))
                } else if BackupManifest.databases.contains(file.name) {
                    problems += try DataFolder.schemaDifferences("\(path)/\(file.name)", file.name)
                        .map { Problem(name: file.name, message: $0) }
                }
            } catch {
                problems.append(Problem(name: file.name, message: CommandError(error).sentence))
            }
        }
        let known = Set(manifest.files.map(\.name) + [BackupManifest.name])
        for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }).sorted() ?? []
        where !known.contains(name) && name != BackupManifest.secrets {
            problems.append(Problem(name: name, message: "the file does not belong to the backup"))
        }
        return problems
    }

    /// Restores the backup into a data folder.
    ///
    /// The backup is copied to a new folder next to the data folder. The copy is compared with the manifest,
    /// opened and checked, and then replaces the data folder in one step. Before this step, the data folder
    /// is unchanged. The old data folder is kept next to the new one.
    ///
    /// The restored books end at the time of the backup. Receipts that were issued later are missing, so
    /// every series of receipts continues in a new segment. The books have a gap until they are compared with
    /// the processor.
    ///
    /// Before the copy replaces the data folder, all sessions and links in the copy are ended. Staff members
    /// and API keys are suspended until a person confirms them.
    ///
    /// - Parameters:
    ///   - folder: The path of the data folder.
    ///   - replacing: Whether a folder that is not empty may be replaced.
    ///   - segment: The number of the new segment of receipts. If nil, one more than the highest known number
    ///     in the backup and in the old folder.
    ///   - now: The current time, which becomes part of the old folder's new name.
    package func restore(to folder: String, replacing: Bool, segment: Int? = nil, now: Timestamp) async throws
        -> Restored
    {
        try Self.refuseNested(path, folder)
        let holdsSomething = try Self.holdsSomething(folder)
        guard !holdsSomething || replacing else {
            throw CommandError(
                .refused, code: "folderNotEmpty", "\(folder) already contains data",
                reason: "a restore would replace all data in the folder",
                remedy:
                    "use --data to choose another folder, or --replace, which renames the old folder and keeps it"
            )
        }
        let database = "\(folder)/\(BackupManifest.databases[0])"
        guard !holdsSomething || access(database, F_OK) == 0 else {
            throw CommandError(
                .refused, code: "noDataFolder", "\(folder) is not a tapctl data folder",
                reason: "the folder does not contain \(BackupManifest.databases[0])",
                remedy: "use --data with a tapctl data folder, or with a folder that does not exist yet")
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
                    .malformed, code: "backupDamaged", "\(file.name) was changed or damaged after the backup",
                    reason: "the file's size or SHA-256 hash differs from the manifest",
                    remedy: "use another backup; check it with `tapctl backup check` first")
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

    /// The result of restoring a backup.
    package struct Restored {
        /// The new path of the old data folder, or nil if there was no old data.
        package let old: String?
        package let books: RestoredBooks
    }

    /// The time at which the backup was created.
    private var made: Timestamp { Timestamp(iso8601: manifest.made) ?? .earliest }

    /// Throws an error if the backup and the data folder are the same folder, or if one contains the other.
    ///
    /// - Throws: An error with exit code 77.
    static func refuseNested(_ backup: String, _ folder: String) throws {
        let (one, other) = (realPath(backup) + "/", realPath(folder) + "/")
        guard one.hasPrefix(other) || other.hasPrefix(one) else { return }
        throw CommandError(
            .refused, code: "nestedFolders", "the backup and the data folder overlap",
            reason: "the folders are \(backup) and \(folder)",
            remedy: "use two folders that do not contain each other")
    }

    /// Returns a path with symbolic links resolved, even if the path does not exist.
    private static func realPath(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Returns whether the folder contains anything.
    ///
    /// - Throws: An error if the path refers to a file, or if the folder cannot be read.
    private static func holdsSomething(_ folder: String) throws -> Bool {
        guard let found = FileStatus(of: folder) else { return false }
        guard found.isFolder else { throw PlacedFolder.notMade(folder, ENOTDIR) }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw PlacedFolder.notMade(folder, EACCES)
        }
        return !names.isEmpty
    }
}
