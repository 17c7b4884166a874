import Foundation
public import TagKit

/// Writes a trace file, each line as soon as it is known, so that a killed program leaves what it did.
public actor TraceRecorder {
    private let file: FileHandle
    private let path: String
    private var failure: (any Error)?

    /// Makes the file, or empties the one that is there.
    ///
    /// - Throws: `fileNotWritable`.
    public init(path: String) throws(TagError) {
        // Opened in its place: FileManager would put a new file where a device or a link was.
        // A pipe that nobody reads is an error, and nothing to wait for.
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
        let descriptor = open(path, flags | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else {
            throw TagError(
                .fileNotWritable, "the trace cannot be written",
                reason: "\(path): \(String(cString: strerror(errno)))",
                remedy: "take another path for the trace", help: .otherTracePath)
        }
        _ = fcntl(descriptor, F_SETFL, flags)
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
    }

    /// Appends a line. A full disk does not stop the session: ``finish()`` tells.
    public func record(_ line: TraceLine) {
        guard failure == nil else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            try file.write(contentsOf: encoder.encode(line) + Data([UInt8(ascii: "\n")]))
        } catch {
            failure = error
        }
    }

    /// Closes the file.
    ///
    /// - Throws: `fileNotWritable` when a line could not be written.
    public func finish() throws(TagError) {
        do {
            if let failure { throw failure }
            try file.close()
        } catch {
            throw TagError(
                .fileNotWritable, "the trace is not complete",
                reason: "\(path) could not be written to its end",
                remedy: "make room, or take another path for the trace", help: .makeRoomForTrace,
                underlying: error)
        }
    }
}
