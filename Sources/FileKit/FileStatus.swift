public import Glibc

/// What the system knows of a file: of which kind it is, who may read it, how large it is.
///
/// A target of its own, because of `stat`: where Dispatch is loaded, too, Swift 6.3 takes the structure for one of
/// Dispatch's, by the order in which modules happen to be loaded, and a release build fails where a debug build does not.
///
/// Source: stat(2), inode(7).
public struct FileStatus: Sendable {
    private let status: stat

    /// Of what a path leads to; links are followed.
    ///
    /// - Returns: nil where there is nothing, or it cannot be seen; `errno` says why.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.status = status
    }

    /// Of what stands at a path itself: of a link, not of what it leads to.
    ///
    /// - Returns: nil as above.
    public init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.status = status
    }

    /// Of an open file.
    ///
    /// - Returns: nil where the descriptor is none.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// Neither a folder, nor a device, nor a pipe.
    public var isRegular: Bool { kind == S_IFREG }
    /// A folder.
    public var isFolder: Bool { kind == S_IFDIR }
    /// A symbolic link.
    public var isLink: Bool { kind == S_IFLNK }
    /// Who may read, write and run it: nine bits.
    public var mode: mode_t { status.st_mode & 0o777 }
    /// Octets.
    public var size: Int64 { Int64(status.st_size) }
    /// The device on which it is.
    package var device: dev_t { status.st_dev }
    /// Its number on that device.
    package var inode: ino_t { status.st_ino }
    /// The number of its names; 0 once it is removed.
    package var linkCount: Int { Int(status.st_nlink) }
    /// When it was last modified: Unix seconds, and nanoseconds beyond them.
    package var modified: (seconds: Int64, nanoseconds: Int) {
        (Int64(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    }

    private var kind: mode_t { status.st_mode & S_IFMT }
}
