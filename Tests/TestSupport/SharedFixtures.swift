public import Foundation

/// Fixtures in `../shared`, which are never copied into the project (some are GPL).
///
/// A test that needs such a file gets it from here; if it is missing, a printed line says so.
public enum SharedFixtures {
    /// The project's top folder.
    public static let projectFolder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the URL of `../shared/fixtures/<path>`, or nil if it does not exist.
    public static func url(_ path: String) -> URL? {
        let url = projectFolder.deletingLastPathComponent().appending(path: "shared/fixtures/\(path)")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// Returns the bytes of `../shared/fixtures/<path>`, or prints a line and returns nil if it does not
    /// exist.
    public static func data(_ path: String) throws -> Data? {
        guard let url = url(path) else {
            print("not tested, no such file: ../shared/fixtures/\(path)")
            return nil
        }
        return try Data(contentsOf: url)
    }

    /// Prints how many of a shared file's test vectors passed; `scripts/test` adds these lines up.
    public static func report(_ path: String, held: Int, of all: Int) {
        print("shared-vectors \(path) \(held) \(all)")
    }
}
