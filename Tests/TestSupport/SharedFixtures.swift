public import Foundation

/// Fixtures that stand beside the project in `../shared` and are never copied into it (some are GPL).
///
/// A test that needs one asks for it here and says so when it is not there.
public enum SharedFixtures {
    /// The project's own top folder.
    public static let projectFolder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// `../shared/fixtures/<path>`, or nil where it does not exist.
    public static func url(_ path: String) -> URL? {
        let url = projectFolder.deletingLastPathComponent().appending(path: "shared/fixtures/\(path)")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// The bytes of `../shared/fixtures/<path>`, or nil, with a line that says so, where it does not exist.
    public static func data(_ path: String) throws -> Data? {
        guard let url = url(path) else {
            print("not tested, no such file: ../shared/fixtures/\(path)")
            return nil
        }
        return try Data(contentsOf: url)
    }

    /// Says how many of a shared file's vectors held; `scripts/test` adds these lines up.
    public static func report(_ path: String, held: Int, of all: Int) {
        print("shared-vectors \(path) \(held) \(all)")
    }
}
