import Glibc

/// Files that only their owner may read.
enum PrivateFile {
    /// Makes a new file of mode 0600, on the disk before this returns.
    static func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PlacedFolder.notMade(path, errno) }
        defer { close(descriptor) }
        try StandardStream(file: descriptor).write(text)
        guard fsync(descriptor) == 0 else { throw PlacedFolder.notMade(path, errno) }
    }
}
