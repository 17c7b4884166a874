public import Glibc

/// The status of a file: its kind, permissions and size.
///
/// This type is in a separate target because of a compiler problem. If Dispatch is also loaded, Swift 6.3 may
/// resolve `stat` to a structure in Dispatch. A release build then fails, although a debug build succeeds.
///
/// Source: stat(2), inode(7).
public struct FileStatus: Sendable {
    private let status: stat

    /// Reads the status of the file at a path. Symbolic links are followed.
    ///
    /// - Returns: Nil if there is no file at the path or the file cannot be accessed. `errno` contains the
    ///   reason.
    public init?(of path: String) {
        self.init { stat(path, &$0) }
    }

    /// Reads the status of the file at a path. For a symbolic link, reads the status of the link itself, not
    /// the status of its target.
    ///
    /// - Returns: Nil if there is no file at the path or the file cannot be accessed. `errno` contains the
    ///   reason.
    public init?(at path: String) {
        self.init { lstat(path, &$0) }
    }

    /// Reads the status of an open file.
    ///
    /// - Returns: Nil if the descriptor is invalid.
    public init?(descriptor: Int32) {
        self.init { fstat(descriptor, &$0) }
    }

    private init?(_ read: (inout stat) -> Int32) {
        var status = stat()
        guard read(&status) == 0 else { return nil }
        self.status = status
    }

    /// Whether the file is a regular file. False for a folder, a device or a pipe, for example.
    public var isRegular: Bool { kind == S_IFREG }
    /// Whether the file is a folder.
    public var isFolder: Bool { kind == S_IFDIR }
    /// Whether the file is a symbolic link.
    public var isLink: Bool { kind == S_IFLNK }
    /// The nine permission bits of the file.
    public var mode: mode_t { status.st_mode & 0o777 }
    /// The user id of the file's owner.
    package var owner: uid_t { status.st_uid }
    /// The id of the file's group.
    package var group: gid_t { status.st_gid }
    /// Whether only the owner can read or change the file.
    public var isPrivate: Bool { mode & 0o077 == 0 }
    /// Whether only the owner can change the file, and only the owner and the file's group can read it. For
    /// example, a service's secrets often belong to root and are readable by the service's group.
    public var isPrivateToGroup: Bool { mode & 0o027 == 0 }
    /// The size in bytes.
    public var size: Int64 { Int64(status.st_size) }
    /// The id of the device that contains the file.
    package var device: dev_t { status.st_dev }
    /// The inode number of the file, which is unique on its device.
    package var inode: ino_t { status.st_ino }
    /// The number of hard links to the file; 0 after the last link was removed.
    package var linkCount: Int { Int(status.st_nlink) }
    /// The modification time, in Unix seconds plus nanoseconds.
    package var modified: (seconds: Int64, nanoseconds: Int) {
        (Int64(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    }

    private var kind: mode_t { status.st_mode & S_IFMT }
}
