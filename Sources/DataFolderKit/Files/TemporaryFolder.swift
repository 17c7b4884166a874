import Foundation

/// A folder that is gone when its user is done.
package struct TemporaryFolder: Sendable {
    package let path: String

    /// Makes one in memory where the system has a place for that, else among temporary files; mode 0700.
    package init() throws {
        let memory = "/dev/shm"
        let isThere = FileManager.default.isWritableFile(atPath: memory)
        let base = isThere ? memory : FileManager.default.temporaryDirectory.path
        path = try NewFile.makeTemporaryFolder(in: base)
    }

    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
