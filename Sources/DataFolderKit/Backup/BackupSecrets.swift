import Documents
import FailureKit
import FileKit
import Foundation

/// The files with secrets of tag batches, which are copied into a backup. Each file has a name in the backup
/// and a source path.
struct BackupSecrets {
    let paths: [(name: String, path: String)]

    /// The maximum size of a secret file in bytes.
    static let mostBytes: Int64 = 1 << 16

    /// Collects the given files, and the files in the data folder's `secrets` folder that are not hidden.
    ///
    /// - Throws: An error with exit code 66 if a file does not exist, 77 if other users can read it, or 64 if
    ///   a name is invalid, two files have the same name, or there are too many files.
    init(in folder: String, and named: [String]) throws {
        let own = "\(folder)/\(BackupManifest.secrets)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
        let all = names.filter { !$0.hasPrefix(".") }.sorted().map { "\(own)/\($0)" } + named
        paths = try all.map { path in
            let name = URL(filePath: path).lastPathComponent
            guard BackupManifest.isSecretName(name) else {
                throw CommandError(
                    .usage, code: "usage", "a secret in a backup cannot have the name \(name)",
                    reason:
                        "a name must have 1 to 100 letters, digits, '-', '_' or '.', "
                        + "and must not begin with '.'",
                    remedy: "copy the secret to a file with a different name")
            }
            try Self.refuseOpenToOthers(path)
            return (name, path)
        }
        if let twice = Dictionary(grouping: paths, by: \.name).first(where: { $0.value.count > 1 })?.key {
            throw CommandError(
                .usage, code: "usage", "two secrets have the name \(twice)",
                remedy: "copy one of the files to a file with a different name")
        }
        let most = BackupManifest.mostFiles - BackupManifest.databases.count
        guard paths.count <= most else {
            throw CommandError(
                .usage, code: "usage", "there are too many secrets for one backup",
                reason: "a backup can contain at most \(most) secrets",
                remedy: "back up the other secrets separately")
        }
    }

    private static func refuseOpenToOthers(_ path: String) throws {
        guard let found = FileStatus(of: path) else {
            throw CommandError(
                .notFound, code: "fileNotFound", "cannot read \(path)",
                reason: systemWords(),
                remedy: "check the path")
        }
        guard found.isPrivate else { throw Input.openToOthers(path, found) }
    }
}
