import Foundation
import Glibc
import TestSupport
import Testing

/// The files that another one replaces in a folder, as inotify tells.
final class Replacements {
    private let descriptor: Int32

    init(in folder: URL) throws {
        descriptor = inotify_init1(Int32(O_CLOEXEC))
        try #require(descriptor >= 0 && inotify_add_watch(descriptor, folder.path, UInt32(IN_MOVED_TO)) >= 0)
    }

    deinit { close(descriptor) }

    /// Waits for the next ones.
    ///
    /// - Returns: How many there were; nil when `end` has something to read first.
    func next(until end: FileHandle) throws -> Int? {
        var both = [descriptor, end.fileDescriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        try #require(poll(&both, 2, -1) > 0)
        guard both[0].revents != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        var (events, offset) = (0, 0)
        while offset < count {
            // A fixed head, which ends with the length of the name behind it.
            let head = MemoryLayout<inotify_event>.size
            let name = bytes[(offset + head - 4)..<(offset + head)].reversed().reduce(0) { $0 << 8 | Int($1) }
            (events, offset) = (events + 1, offset + head + name)
        }
        return events
    }

    /// Runs tapctl and kills it when files in the folder were replaced so often.
    ///
    /// - Returns: Its exit code; nil when it was killed.
    static func kill(
        _ arguments: [String], after writes: Int, in folder: URL, startedIn start: URL? = nil
    ) throws -> Int32? {
        let process = Process()
        process.currentDirectoryURL = start
        process.executableURL = ProgramRun.builtProducts.appending(path: "tapctl")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let end = Pipe()
        process.terminationHandler = { _ in try? end.fileHandleForWriting.write(contentsOf: [0]) }
        let replacements = try Replacements(in: folder)
        try process.run()
        var replaced = 0
        while replaced < writes, let more = try replacements.next(until: end.fileHandleForReading) {
            replaced += more
        }
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? nil : process.terminationStatus
    }
}
