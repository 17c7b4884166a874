import Glibc
import TagKit

/// A lock on a folder of tags. Without it, two readers of the same folder would take each other's tags.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Locks a folder until this object is released.
    ///
    /// - Throws: `fileNotFound`; `fileBusy` if another reader uses the folder.
    init(_ path: String) throws(TagError) {
        let opened = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            throw TagError(
                .fileNotFound, "the folder \(path) cannot be opened",
                reason: String(cString: strerror(errno)),
                remedy: "check the path and its permissions")
        }
        // Some network file systems do not support this lock. Each file is still locked.
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            close(opened)
            throw TagError(
                .fileBusy, "the tags in \(path) are in use",
                reason: "another program holds the lock on that folder",
                remedy: "end the other program, or take another folder")
        }
        descriptor = opened
    }

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
