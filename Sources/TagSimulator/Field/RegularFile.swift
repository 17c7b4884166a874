import Glibc
import TagKit

/// Reading of files whose names come from outside: nothing that could be waited for, or read, for ever.
enum RegularFile {
    /// The most bytes of a tag's file or a script.
    static let limit = 1 << 20
    /// One byte more is enough to refuse it.
    private static let mostBytes = limit + 1

    /// The bytes of a file, at most 1 MiB and one byte.
    ///
    /// - Throws: `fileNotFound` for what cannot be opened or read, and for pipes, folders and devices.
    static func contents(of path: String) throws(TagError) -> [UInt8] {
        let descriptor = try open(path, called: path)
        defer { close(descriptor) }
        return try contents(of: descriptor, called: path)
    }

    /// Opens a file to be read; messages call it `name`.
    static func open(_ path: String, called name: String) throws(TagError) -> Int32 {
        let isScript = name.hasSuffix(".script")
        let opened = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else {
            throw TagError(
                .fileNotFound, "\(name) cannot be opened", reason: String(cString: strerror(errno)),
                remedy: isScript ? "check the path of the script" : "make the file of a tag first",
                help: isScript ? nil : .makeTag(name))
        }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw TagError(.fileNotFound, "\(name) is no file", remedy: "name the file of a tag")
        }
        return opened
    }

    /// The bytes from the descriptor's place on, at most 1 MiB and one byte.
    static func contents(of descriptor: Int32, called name: String) throws(TagError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < mostBytes {
            let count = read(descriptor, &buffer, min(buffer.count, mostBytes - bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw TagError(
                    .fileNotFound, "\(name) cannot be read", reason: String(cString: strerror(errno)))
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}
