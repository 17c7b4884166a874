import Foundation

/// The log beside a database's file, as the disk has it.
final class LogFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens the log, and brings its name to the disk.
    ///
    /// - Parameter path: The database's file as SQLite knows it: whole, and behind all links.
    /// - Throws: ``DatabaseError``, also where there is no log yet: who reads makes it.
    init(of path: String) throws(DatabaseError) {
        self.path = path
        descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DatabaseError(
                .cannotOpen, at: path, "the log beside the file cannot be opened",
                reason: String(cString: strerror(errno)),
                remedy: "check who may read it, and how many files may be open")
        }
        try UnplacedFile.syncFolder(of: path)
    }

    deinit {
        // Closing any other file of SQLite's would let go of its locks; on the log it has none.
        close(descriptor)
    }

    /// Brings all that was written to the log to the disk.
    ///
    /// It may run beside a connection that writes: what is written meanwhile may be on the disk afterwards, or not.
    func sync() throws(DatabaseError) {
        guard fdatasync(descriptor) == 0 else {
            throw .notKept(at: path, because: String(cString: strerror(errno)))
        }
    }
}

extension DatabaseError {
    /// A sync of the disk failed: what was written before it may be lost, though it can still be read.
    static func notKept(at path: String, because reason: String) -> DatabaseError {
        DatabaseError(
            .inputOutput, at: path, "the disk failed to keep what was written", reason: reason,
            remedy:
                "look at the system's log for this disk, then start the program again and see what is there")
    }
}
