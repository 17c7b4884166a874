import Foundation

/// A folder with one organization that takes gifts; it goes with the value.
final class Church {
    let folder: String

    /// - Parameter processor: The options that name another processor than the one inside.
    init(processor: [String] = []) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        folder = place.path
        try ServedSite.tapctl(["org", "add", "Bench", "--name", "The Bench Church"] + processor, in: folder)
        try ServedSite.tapctl(
            ["fund", "add", "1", "--org", "Bench", "--name", "General"] + processor, in: folder)
    }

    /// A file beside its data.
    func file(_ name: String) -> String { "\(folder)/\(name)" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
