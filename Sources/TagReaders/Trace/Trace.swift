import Foundation
public import TagKit
import TextKit

/// A recorded session with a reader: the validated lines of a trace file.
public struct Trace: Hashable, Sendable {
    /// The lines in the order of recording. The first line has the action `open`.
    public let lines: [TraceLine]

    /// The maximum size of a trace file in bytes: 16 MiB, which is enough for about a hundred thousand
    /// commands.
    static let longestBytes = 16 << 20
    /// The maximum value of a time or duration in a trace, in milliseconds: about 30 years.
    private static let longestMilliseconds = 1e12

    /// Parses the content of a trace file.
    ///
    /// - Throws: `fileMalformed` if the content is not a valid trace. If a line is invalid, the error
    ///   contains its line number.
    public init(parsing text: some Sequence<UInt8>) throws(TagError) {
        let data = Data(text)
        guard data.count <= Self.longestBytes else {
            throw TagError(
                .fileMalformed, "the trace is too long",
                reason: "the trace has more than \(Self.longestBytes) bytes", remedy: Self.remedy,
                help: .recordAgain)
        }
        var lines: [TraceLine] = []
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        where !line.isEmpty {
            lines.append(try Self.line(line, number: index + 1))
        }
        guard lines.first?.action == .open else {
            throw TagError(
                .fileMalformed, "this is not a trace",
                reason: "the file is empty, or its first line does not record the opening of a reader",
                remedy: Self.remedy, help: .recordAgain)
        }
        self.lines = lines
    }

    /// Reads and parses a trace file.
    ///
    /// - Throws: `fileNotFound` if the file cannot be read; `fileMalformed` if it is not a valid trace.
    public init(path: String) throws(TagError) {
        let data: Data
        do {
            // Without O_NONBLOCK, opening a pipe or reading a device could block forever.
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            var found = stat()
            guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
                throw POSIXError(.EINVAL)
            }
            data = try file.read(upToCount: Self.longestBytes + 1) ?? Data()
        } catch {
            throw TagError(
                .fileNotFound, "the trace cannot be read",
                reason: path.isEmpty
                    ? "no file was specified" : "\(path) does not exist, or is not a readable file",
                remedy: "enter the name of a recorded trace", help: .nameTrace, underlying: error)
        }
        try self.init(parsing: data)
    }

    private static let remedy = "use another recorded trace, or record the trace again"

    private static func line(_ data: Data, number: Int) throws(TagError) -> TraceLine {
        do {
            let line = try JSONDecoder().decode(TraceLine.self, from: data)
            if let problem = problem(line) {
                throw TagError(
                    .fileMalformed, "the trace is damaged", reason: "line \(number): \(problem)",
                    remedy: Self.remedy, help: .recordAgain)
            }
            return line
        } catch let error as TagError {
            throw error
        } catch {
            throw TagError(
                .fileMalformed, "the trace is damaged", reason: "line \(number) is not a valid trace line",
                remedy: Self.remedy, help: .recordAgain, underlying: error)
        }
    }

    /// Returns a description of the problem with a line that was decoded from JSON; nil if the line is valid.
    private static func problem(_ line: TraceLine) -> String? {
        guard [line.at, line.milliseconds].allSatisfy((0...longestMilliseconds).contains) else {
            return "a time in the trace is negative or too large"
        }
        if let error = line.error, error.value == nil { return "the error code `\(error.code)` is unknown" }
        if let tag = line.tag, tag.value == nil { return "the tag's data is invalid" }
        if let answer = line.answer, Hex.bytes(of: answer) == nil { return "the response is not hex" }
        if let sent = line.bytes, Hex.bytes(of: sent) == nil { return "the command's bytes are not hex" }
        switch line.action {
        case .select where line.error == nil && line.tag == nil: return "a select line has no tag"
        case .send where line.command == nil || line.bytes == nil: return "a send line has no command"
        case .send where line.error == nil && line.answer == nil: return "a send line has no response"
        default: return nil
        }
    }
}
