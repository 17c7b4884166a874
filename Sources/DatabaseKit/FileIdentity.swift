import FileKit
import Foundation

/// Which file stands at a path: device and inode.
///
/// A file that is replaced while it is open would take our commits with it into nowhere, and SQLite does not look.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// The file at `path`; nil where there is none.
    init?(at path: String) {
        guard let status = FileStatus(of: path) else { return nil }
        device = status.device
        inode = status.inode
    }

    /// Identifies the file of an open descriptor. Returns nil if the descriptor is not open.
    init?(descriptor: Int32) {
        guard let status = FileStatus(descriptor: descriptor) else { return nil }
        device = status.device
        inode = status.inode
    }

    /// Throws ``DatabaseError`` with code `replaced` when another file, or none, stands at `path` now.
    func check(at path: String) throws(DatabaseError) {
        let now = FileIdentity(at: path)
        guard now != self else { return }
        throw DatabaseError(
            .replaced, at: path, "the file was moved or replaced while it was open",
            reason: now == nil ? "no file stands at its path" : "another file stands at its path",
            remedy: "start the program again")
    }
}
