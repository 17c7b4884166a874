import Foundation
import Glibc
import TestSupport
import Testing

/// The changes in a folder, as reported by inotify.
final class FolderChanges {
    /// The changes that count.
    enum Kind {
        /// A renamed file replaces another one.
        case replacement
        /// A file is created, written, closed, renamed or removed, including in folders that are created
        /// meanwhile.
        case anything
    }

    private let descriptor: Int32
    private let kind: Kind
    private var folders: [Int32: URL] = [:]

    init(in folder: URL, _ kind: Kind) throws {
        self.kind = kind
        descriptor = inotify_init1(Int32(O_CLOEXEC))
        try #require(descriptor >= 0 && watch(folder))
    }

    deinit { close(descriptor) }

    private func watch(_ folder: URL) -> Bool {
        let all = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE
        let mask = kind == .replacement ? IN_MOVED_TO : all
        let number = inotify_add_watch(descriptor, folder.path, UInt32(mask))
        if number >= 0 { folders[number] = folder }
        return number >= 0
    }

    /// Waits for the next changes.
    ///
    /// - Returns: The number of changes; nil if `end` becomes readable first.
    func next(until end: FileHandle) throws -> Int? {
        var both = [descriptor, end.fileDescriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        try #require(poll(&both, 2, -1) > 0)
        guard both[0].revents != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        var (events, offset) = (0, 0)
        while offset < count {
            // The fixed-size header: the watch, the event, a cookie, and the length of the name that follows.
            let head = MemoryLayout<inotify_event>.size
            let event = bytes.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            }
            let name = bytes[(offset + head)..<(offset + head + Int(event.len))].prefix { $0 != 0 }
            if event.mask & UInt32(IN_CREATE) != 0, event.mask & UInt32(IN_ISDIR) != 0,
                let parent = folders[event.wd]
            {
                // A fast program may already have removed the folder.
                _ = watch(parent.appending(path: String(decoding: name, as: UTF8.self)))
            }
            (events, offset) = (events + 1, offset + head + Int(event.len))
        }
        return events
    }

    /// Runs tapctl, and kills it after this many changes in the folder.
    ///
    /// - Returns: Its exit code; nil if it was killed.
    static func kill(
        _ arguments: [String], after changes: Int, of kind: Kind = .replacement, in folder: URL,
        startedIn start: URL? = nil
    ) throws -> Int32? {
        try run(arguments, upTo: changes, of: kind, in: folder, startedIn: start).exitCode
    }

    /// Runs tapctl, and kills it after this many changes in the folder.
    ///
    /// - Returns: Its exit code, or nil if it was killed; and the number of changes.
    static func run(
        _ arguments: [String], upTo changes: Int, of kind: Kind, in folder: URL, startedIn start: URL? = nil
    ) throws -> (exitCode: Int32?, changes: Int) {
        let (process, seen) = try signal(
            SIGKILL, to: arguments, after: changes, of: kind, in: folder, startedIn: start)
        process.waitUntilExit()
        return (process.terminationReason == .uncaughtSignal ? nil : process.terminationStatus, seen)
    }

    /// Runs tapctl, and sends it a signal after this many changes in the folder.
    ///
    /// - Returns: The program, which may have ended by itself; and the number of changes.
    static func signal(
        _ signal: Int32, to arguments: [String], after changes: Int, of kind: Kind = .replacement,
        in folder: URL, startedIn start: URL? = nil
    ) throws -> (process: Process, changes: Int) {
        let process = Process()
        process.currentDirectoryURL = start
        process.executableURL = ProgramRun.builtProducts.appending(path: "tapctl")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let end = Pipe()
        process.terminationHandler = { _ in try? end.fileHandleForWriting.write(contentsOf: [0]) }
        let watch = try FolderChanges(in: folder, kind)
        try process.run()
        var seen = 0
        while seen < changes, let more = try watch.next(until: end.fileHandleForReading) { seen += more }
        if process.isRunning { Glibc.kill(process.processIdentifier, signal) }
        return (process, seen)
    }
}
