import Foundation

/// A folder that goes with the value.
final class TemporaryFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
