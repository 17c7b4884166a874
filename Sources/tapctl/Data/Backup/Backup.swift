import DatabaseKit
import Foundation
import TimeKit

/// A backup on disk: a folder that `backup make` wrote.
struct Backup {
    let path: String
    let manifest: BackupManifest

    /// What is wrong with a file of a backup.
    struct Problem {
        let name: String
        let message: String
    }

    /// Reads the manifest.
    ///
    /// - Throws: exit 66 without one, 65 for one that cannot be used.
    init(_ path: String) throws {
        self.path = path
        manifest = try BackupManifest(
            reading: Input.read("\(path)/\(BackupManifest.name)", limit: BackupManifest.mostBytes))
    }

    /// Reads every file and compares it with the manifest; nothing is written.
    func problems() -> [Problem] {
        var problems: [Problem] = []
        for file in manifest.files {
            do {
                let hashed = try HashedFile(reading: "\(path)/\(file.name)", most: file.bytes)
                if !hashed.matches(file) {
                    problems.append(
                        Problem(name: file.name, message: "its contents are not those of the backup"))
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

    /// Puts the data of the backup into a data folder.
    ///
    /// The copy is made beside the folder, compared, opened and looked through before it takes the folder's place in one
    /// step; until then the folder is as it was, and afterwards the old one stands beside it.
    ///
    /// - Parameters:
    ///   - folder: The data folder.
    ///   - replacing: Whether a folder that holds something may be replaced.
    ///   - now: What the old folder is named after.
    /// - Returns: Where the old folder is now; nil where there was none.
    func restore(to folder: String, replacing: Bool, now: Timestamp) async throws -> String? {
        let holdsSomething = try Self.holdsSomething(folder)
        guard !holdsSomething || replacing else {
            throw CommandError(
                .refused, code: "folderNotEmpty", "\(folder) holds data already",
                reason: "a restore takes the place of all of it",
                remedy: "name another folder with --data, or --replace: the old one is kept beside it")
        }
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
                    .malformed, code: "backupDamaged", "\(file.name) is not what was backed up",
                    reason: "its SHA-256 is another one",
                    remedy: "take another backup; `tapctl backup check` finds one that is whole")
            }
        }
        for file in manifest.files where BackupManifest.databases.contains(file.name) {
            try await DataFolder.refuseDamage("\(new.temporaryPath)/\(file.name)", file.name)
        }
        guard holdsSomething else {
            try new.place()
            return nil
        }
        let stamp = now.iso8601.filter { $0 != "-" && $0 != ":" }
        return try new.exchange(keepingOldAs: "before-\(stamp)")
    }

    /// Whether something stands in the folder; a file in its place is an error.
    private static func holdsSomething(_ folder: String) throws -> Bool {
        var found = stat()
        guard stat(folder, &found) == 0 else { return false }
        guard found.st_mode & S_IFMT == S_IFDIR else { throw PlacedFolder.notMade(folder, ENOTDIR) }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw PlacedFolder.notMade(folder, EACCES)
        }
        return !names.isEmpty
    }
}
