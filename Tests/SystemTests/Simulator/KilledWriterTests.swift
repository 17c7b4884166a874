import Foundation
import Glibc
import TagDumps
import TagKit
import TestSupport
import Testing

@Suite("A program killed while it writes a tag's file")
struct KilledWriterTests {
    /// What the tag may hold: nothing, or one of the two URLs that are written in turn.
    static let urls = ["WoodlandsChurch?f=1&r=1", "GraceChapel-Downtown?f=7&r=0"].map {
        "https://appclip.tap.giving/\($0)"
    }

    @Test("leaves a whole tag with the old message, an empty one or the new one, after any number of writes")
    func killed() async throws {
        let tag = try ScratchTag(product: "NTAG213")
        defer { tag.remove() }
        var killedWithin = 0
        for writes in 1...16 {
            let old = try? tag.message()
            killedWithin += try write(Self.urls[writes % 2], to: tag, killAfter: writes) ? 1 : 0
            let pages = try tag.image()
            #expect(pages.check().allSatisfy { $0.code == .staleData }, "\(writes) writes")
            let allowed = [old, [], try message(Self.urls[writes % 2])]
            let held = try pages.message()
            let bytes = held.records.isEmpty ? [] : try held.encoded()
            #expect(allowed.contains(bytes), "\(writes) writes")
        }
        #expect(killedWithin > 0, "on an idle machine nearly all are killed before they have done")
        #expect(try !write(Self.urls[0], to: tag, killAfter: .max), "nothing was left that is in the way")
        #expect(try tag.message() == message(Self.urls[0]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tag.folder.path) == ["tag.nfc"])
    }

    /// Writes a URL with tapctl and kills it when the file was replaced so often.
    ///
    /// - Returns: Whether it was killed before its end.
    private func write(_ url: String, to tag: ScratchTag, killAfter writes: Int) throws -> Bool {
        let process = Process()
        process.executableURL = ProgramRun.builtProducts.appending(path: "tapctl")
        process.arguments = ["tag", "write", url, "--overwrite", "--reader", "sim:\(tag.file.path)"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let end = Pipe()
        process.terminationHandler = { _ in try? end.fileHandleForWriting.write(contentsOf: [0]) }
        let replacements = try Replacements(in: tag.folder)
        try process.run()
        var replaced = 0
        while replaced < writes, let more = try replacements.next(until: end.fileHandleForReading) {
            replaced += more
        }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    private func message(_ url: String) throws -> [UInt8] {
        [0xD1, 0x01, UInt8(url.utf8.count - 7), 0x55, 0x04] + Array(url.utf8.dropFirst(8))
    }
}

/// The files that another one replaces in a folder, as inotify tells.
private final class Replacements {
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
}
