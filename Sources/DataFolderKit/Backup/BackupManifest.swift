import Documents
import FailureKit
import Foundation
import TimeKit

/// The list of files in a backup, stored in the backup's folder as `manifest.json`.
package struct BackupManifest: Codable, Equatable {
    /// One file in the backup.
    package struct File: Codable, Equatable {
        /// The file's path within the backup: `tapctl.sqlite`, `processor.sqlite`, or `secrets/` followed by
        /// a name.
        package let name: String
        package let bytes: Int64
        /// The SHA-256 hash as 64 hex digits.
        package let sha256: String
    }

    /// The constant `tapctl_backup`, which distinguishes this manifest from manifests of other programs.
    package let object: String
    /// The version of the manifest's format: 1. Any other version is refused.
    package let version: Int
    /// The time of the backup, such as `2026-11-22T09:00:00Z`.
    package let made: String
    package let files: [File]

    /// Creates the manifest of a new backup.
    package init(made: String, files: [File]) {
        object = Self.object
        version = Self.version
        self.made = made
        self.files = files
    }

    package static let name = "manifest.json"
    static let databases = ["tapctl.sqlite", "processor.sqlite"]
    package static let secrets = "secrets"
    private static let object = "tapctl_backup"
    private static let version = 1
    /// The maximum size of a manifest in bytes.
    package static let mostBytes = 1 << 20
    static let mostFiles = 1000

    /// Parses and validates a manifest.
    ///
    /// - Throws: An error with exit code 65 if the manifest is invalid.
    package init(reading bytes: [UInt8]) throws {
        let manifest: BackupManifest
        do {
            manifest = try JSONDecoder().decode(BackupManifest.self, from: Data(bytes))
        } catch {
            throw Self.malformed("the file is damaged, or was not written by tapctl")
        }
        guard manifest.object == Self.object else {
            throw Self.malformed("\"object\" must be \"\(Self.object)\", not \"\(manifest.object)\"")
        }
        guard manifest.version == Self.version else {
            throw CommandError(
                .malformed, code: "newerBackup", "the backup was created by another version of tapctl",
                reason:
                    "the backup's format version is \(manifest.version), "
                    + "but only \(Self.version) is supported",
                remedy: "use the version of tapctl that created the backup")
        }
        guard (1...Self.mostFiles).contains(manifest.files.count),
            Set(manifest.files.map(\.name)).count == manifest.files.count
        else { throw Self.malformed("the manifest lists no files or too many files, or lists a file twice") }
        for file in manifest.files {
            guard Self.isName(file.name), file.bytes >= 0, file.sha256.utf8.count == 64 else {
                throw Self.malformed(
                    "the manifest's entry for \"\(file.name)\" has an invalid name, size or hash")
            }
        }
        guard Timestamp(iso8601: manifest.made)?.iso8601 == manifest.made else {
            throw Self.malformed("the time of the backup is missing or invalid")
        }
        guard manifest.files.contains(where: { $0.name == Self.databases[0] }) else {
            throw Self.malformed("the manifest does not list \(Self.databases[0])")
        }
        self = manifest
    }

    /// The JSON text of the manifest file.
    package var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }

    /// Returns whether a name is valid for a file in a backup. A valid name never refers to a path outside
    /// the backup's folder.
    static func isName(_ name: String) -> Bool {
        if databases.contains(name) { return true }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0] == secrets && isSecretName(String(parts[1]))
    }

    /// Returns whether a name is valid for a secret. A valid name consists of 1 to 100 ASCII letters, digits,
    /// `-`, `_` and dots, and does not begin with a dot.
    static func isSecretName(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    private static func malformed(_ reason: String) -> CommandError {
        CommandError(
            .malformed, code: "malformedBackup", "the backup's manifest is invalid", reason: reason,
            remedy: "use another backup")
    }
}
