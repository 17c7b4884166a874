import Foundation
import Glibc

/// Read-only access to the files of the system that is examined. The root of this system can be any folder of
/// the running system. Only the beginning of a large file is read.
struct SystemFolder {
    private let root: String

    /// The maximum number of bytes to read from a file. For comparison: a udev rules file with a hundred
    /// lines has about ten thousand bytes.
    private static let fileBytes = 1 << 18
    /// The maximum number of entries to read from a folder. Even `/proc` on a large server has fewer entries.
    private static let entries = 1 << 16

    init(_ root: String) { self.root = root.hasSuffix("/") ? String(root.dropLast()) : root }

    /// Returns the path on the running system that corresponds to `path` on the examined system.
    func place(of path: String) -> String { root + path }

    /// Whether the examined system is the running system.
    var isOwn: Bool { root.isEmpty }

    func holds(_ path: String) -> Bool { access(place(of: path), F_OK) == 0 }

    /// Returns the names of a folder's entries, sorted; empty if the folder cannot be read.
    func names(in path: String) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place(of: path)) else {
            return []
        }
        return names.prefix(Self.entries).sorted()
    }

    /// Returns the lines of a file, without white space at the start and end of each line. The result is
    /// empty if the file cannot be read.
    func lines(of path: String) -> [String] {
        guard let text = text(of: path) else { return [] }
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Returns the lines of the files with a suffix in a folder of settings. The administrator's folder is
    /// first, then those of the running system and of the packages.
    func settings(_ name: String, suffix: String) -> [(path: String, line: String)] {
        ["/etc", "/run", "/usr/lib", "/lib"].flatMap { folder in
            names(in: "\(folder)/\(name)").filter { $0.hasSuffix(suffix) }.map { "\(folder)/\(name)/\($0)" }
        }
        .flatMap { path in lines(of: path).map { (path, $0) } }
    }

    func line(of path: String) -> String? { lines(of: path).first }

    /// Returns the last path component of a symbolic link's target; nil if the path is not a symbolic link.
    func linkName(of path: String) -> String? {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place(of: path))
        return target?.split(separator: "/").last.map(String.init)
    }

    private func text(of path: String) -> String? {
        // Without O_NONBLOCK, a pipe or a device in a foreign root folder could block the program.
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

    /// Returns the user id and the primary group's id of each account, by account name. Source: passwd(5).
    func accounts() -> [String: (id: UInt32, group: UInt32)] {
        var accounts: [String: (id: UInt32, group: UInt32)] = [:]
        for line in lines(of: "/etc/passwd") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count >= 4, let id = UInt32(parts[2]), let group = UInt32(parts[3]) else { continue }
            accounts[String(parts[0])] = (id, group)
        }
        return accounts
    }

    /// Returns the groups, keyed by name. Source: group(5).
    func groups() -> [String: ReaderFacts.Group] {
        var groups: [String: ReaderFacts.Group] = [:]
        for line in lines(of: "/etc/group") {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count >= 4, let id = UInt32(parts[2]) else { continue }
            groups[String(parts[0])] = ReaderFacts.Group(
                id: id, members: Set(parts[3].split(separator: ",").map(String.init)))
        }
        return groups
    }
}

/// The device files of a system, with information about whether an account can use them.
struct DeviceFiles {
    private let folder: SystemFolder
    private let account: ReaderFacts.Account
    private let groupNames: [UInt32: String]

    init(_ folder: SystemFolder, _ account: ReaderFacts.Account) {
        self.folder = folder
        self.account = account
        groupNames = Dictionary(
            folder.groups().map { ($0.value.id, $0.key) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the device file at `path`; nil if it does not exist.
    func file(_ path: String) -> ReaderFacts.DeviceFile? {
        var found = stat()
        guard stat(folder.place(of: path), &found) == 0 else { return nil }
        return ReaderFacts.DeviceFile(
            path: path, group: groupNames[found.st_gid], mode: UInt16(found.st_mode & 0o777),
            isUsable: isUsable(found, path))
    }

    private func isUsable(_ found: stat, _ path: String) -> Bool {
        if account.id == 0 { return true }
        // The user at the computer has access through an ACL, which the mode does not show. The system call includes
        // it.
        if folder.isOwn, account.id == geteuid() { return access(path, R_OK | W_OK) == 0 }
        let bits =
            found.st_uid == account.id
            ? found.st_mode >> 6 : account.groups.contains(found.st_gid) ? found.st_mode >> 3 : found.st_mode
        return bits & 0o6 == 0o6
    }
}
