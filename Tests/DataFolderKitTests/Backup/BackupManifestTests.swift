import Foundation
import Testing

@testable import DataFolderKit
@testable import Documents

@Suite struct BackupManifestTests {
    private static let hash = String(repeating: "0", count: 64)

    private static func text(_ files: String, version: Int = 1, object: String = "tapctl_backup") -> [UInt8] {
        Array("{\"object\":\"\(object)\",\"version\":\(version),\"made\":\"2026\",\"files\":[\(files)]}".utf8)
    }

    private static func file(_ name: String, bytes: Int64 = 1) -> String {
        "{\"name\":\"\(name)\",\"bytes\":\(bytes),\"sha256\":\"\(hash)\"}"
    }

    @Test("a manifest is read back as it was written")
    func roundTrip() throws {
        let manifest = BackupManifest(
            made: "2026-01-04T09:00:00Z",
            files: [
                BackupManifest.File(name: "tapctl.sqlite", bytes: 4096, sha256: Self.hash),
                BackupManifest.File(name: "secrets/grace.secret", bytes: 40, sha256: Self.hash),
            ])
        #expect(try BackupManifest(reading: Array(manifest.text.utf8)) == manifest)
    }

    @Test(
        "refuses a file name that leaves the folder or is not one of a backup's",
        arguments: [
            "../tapctl.sqlite", "/etc/passwd", "secrets/../x", "secrets/..", "secrets/.x", "secrets/",
            "secrets",
            "secrets/a/b", "secrets/a b", "secrets/a\\u0000", "manifest.json", "", "./tapctl.sqlite",
            "other.sqlite",
            "secrets/" + String(repeating: "a", count: 101),
        ])
    func names(name: String) {
        #expect(throws: CommandError.self) {
            try BackupManifest(reading: Self.text("\(Self.file("tapctl.sqlite")),\(Self.file(name))"))
        }
    }

    static let refused: [(String, [UInt8])] = [
        ("no JSON", Array("nonsense".utf8)), ("nothing", []),
        ("another object", text(file("tapctl.sqlite"), object: "backup")),
        ("a later version", text(file("tapctl.sqlite"), version: 2)),
        ("no files", text("")), ("no database of ours", text(file("processor.sqlite"))),
        ("a file twice", text("\(file("tapctl.sqlite")),\(file("tapctl.sqlite"))")),
        ("less than nothing", text(file("tapctl.sqlite", bytes: -1))),
        (
            "too many files",
            text(([file("tapctl.sqlite")] + (0..<1000).map { file("secrets/\($0)") }).joined(separator: ","))
        ),
    ]

    @Test("refuses text that is not a backup's manifest", arguments: refused.indices)
    func refuses(index: Int) {
        let error = #expect(throws: CommandError.self) {
            try BackupManifest(reading: Self.refused[index].1)
        }
        #expect(error?.exit == .malformed, "\(Self.refused[index].0)")
    }
}
