import Glibc

/// Files that a command makes: never over one that is there, unless that was asked for.
enum NewFile {
    /// Refuses before the first file is written when one of them is there already.
    ///
    /// - Throws: exit 73.
    static func refuseExisting(_ paths: [String], force: Bool) throws {
        guard !force, let path = paths.first(where: { access($0, F_OK) == 0 }) else { return }
        throw exists(path)
    }

    /// Writes a whole file.
    ///
    /// - Throws: exit 73 when the file is there already or cannot be made, 74 when the disk is full.
    static func write(_ bytes: [UInt8], to path: String, force: Bool) throws {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (force ? O_TRUNC : O_EXCL)
        let descriptor = open(path, flags, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw exists(path) }
            throw CommandError(
                .cannotCreate, code: "fileNotWritable", "cannot make \(path)",
                reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        try StandardStream(file: descriptor).write(bytes)
    }

    private static func exists(_ path: String) -> CommandError {
        CommandError(
            .cannotCreate, code: "fileExists", "\(path) is there already",
            remedy: "take another name, or replace it with --force")
    }
}
