import Foundation

/// The files of a system below a root folder, read within limits and never written.
struct SystemFolder {
    private let root: String

    /// Bytes of one file: a udev rules file of a hundred lines has ten thousand.
    private static let fileBytes = 1 << 18
    /// Entries of one folder: as many processes as a large server has.
    private static let entries = 1 << 16

    init(_ root: String) { self.root = root.hasSuffix("/") ? String(root.dropLast()) : root }

    /// Where a path of that system stands on this one.
    func place(of path: String) -> String { root + path }

    /// Whether the system is the one that this program runs on.
    var isOwn: Bool { root.isEmpty }

    func holds(_ path: String) -> Bool { access(place(of: path), F_OK) == 0 }

    /// The names in a folder, sorted; none where it is not there.
    func names(in path: String) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place(of: path)) else {
            return []
        }
        return names.prefix(Self.entries).sorted()
    }

    /// The lines without white space around them; none where the file cannot be read.
    func lines(of path: String) -> [String] {
        guard let text = text(of: path) else { return [] }
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The first line.
    func line(of path: String) -> String? { lines(of: path).first }

    /// The last part of what a link leads to.
    func linkName(of path: String) -> String? {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place(of: path))
        return target?.split(separator: "/").last.map(String.init)
    }

    private func text(of path: String) -> String? {
        // A pipe or a device in a foreign root folder would keep the program waiting.
        let descriptor = open(place(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.fileBytes)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            guard more > 0 else { break }
            count += more
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
