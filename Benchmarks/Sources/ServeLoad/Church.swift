import Foundation

/// A data folder with an organization that takes gifts. It is removed when the value is released.
final class Church {
    let folder: String

    /// - Parameter processor: The options that name a served processor; by default, the folder's own is used.
    init(processor: [String] = []) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        folder = place.path
        try ServedSite.tapctl(["org", "add", "Bench", "--name", "The Bench Church"] + processor, in: folder)
        try ServedSite.tapctl(
            ["fund", "add", "1", "--org", "Bench", "--name", "General"] + processor, in: folder)
    }

    /// Returns the path of a file in the folder.
    func file(_ name: String) -> String { "\(folder)/\(name)" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
