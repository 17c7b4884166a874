import Foundation

/// A temporary folder. The code that creates the folder must also remove it.
package struct TemporaryFolder: Sendable {
    package let path: String

    /// Creates a folder with mode 0700, in memory if the system supports that, otherwise in the system's
    /// folder for temporary files.
    package init() throws {
        let memory = "/dev/shm"
        let isThere = FileManager.default.isWritableFile(atPath: memory)
        let base = isThere ? memory : FileManager.default.temporaryDirectory.path
        path = try NewFile.makeTemporaryFolder(in: base)
    }

    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
