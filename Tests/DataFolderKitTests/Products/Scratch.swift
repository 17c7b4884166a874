import DataFolderKit
import DatabaseKit
import Foundation
import TestSupport

/// A folder for one test, removed with the value.
final class Scratch: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "earlier-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of a data folder's file of an earlier version.
    var path: String { folder.appending(path: "tapctl.sqlite").path }

    /// Returns the schema of a data folder's file that is made now.
    func newSchema() async throws -> FileSchema {
        let file = try DatabaseFile.open(
            at: folder.appending(path: "new.sqlite").path, migrations: DataFolder.migrations)
        let schema = try await file.read { try FileSchema($0) }
        try file.close()
        return schema
    }
}
