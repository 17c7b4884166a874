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
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw TagError(.fileNotWritable, "the trace cannot be written", reason: path)
        }
        self.file = file
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
                .fileNotWritable, "the trace is not complete", reason: path, underlying: error)
        }
    }
}
