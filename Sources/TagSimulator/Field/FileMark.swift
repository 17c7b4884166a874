import Glibc

/// What tells whether a file is still the one that was seen before: which file it is, its size and its last change.
struct FileMark: Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int
    private let changedSeconds: Int
    private let changedNanoseconds: Int
    let permissions: mode_t

    /// The mark of the file at a path; nil when there is none.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The mark of an open file.
    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        changedSeconds = Int(status.st_mtim.tv_sec)
        changedNanoseconds = Int(status.st_mtim.tv_nsec)
        permissions = status.st_mode & 0o777
    }
}
