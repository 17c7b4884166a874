import Foundation

/// Which file stands at a path: device and inode.
///
/// A file that is replaced while it is open would take our commits with it into nowhere, and SQLite does not look.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// The file at `path`; nil where there is none.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }

    /// Identifies the file of an open descriptor. Returns nil if the descriptor is not open.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
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
