public import Foundation

/// A program that runs during a test, which reads its lines and types as a person would.
///
/// The program ends when this value is released, so that a failed test does not leave it running.
public final class RunningProgram: @unchecked Sendable {
    /// The output on stdout and stderr, line by line; a prompt without a line break comes with its next line.
    public let lines: AsyncStream<String>

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let ended: AsyncStream<Int32>

    /// Starts a program, with the built `tapctl` first in the path.
    ///
    /// - Throws: Foundation's error if no process can be started.
    public init(
        _ arguments: [String], in folder: URL = FileManager.default.temporaryDirectory,
        environment: [String: String] = [:]
    ) throws {
        let (lines, heard) = AsyncStream<String>.makeStream()
        let (ended, end) = AsyncStream<Int32>.makeStream()
        (self.lines, self.ended) = (lines, ended)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        process.environment = [
            "PATH": "\(ProgramRun.builtProducts.path):\(path)", "TERM": "dumb", "LC_ALL": "C.UTF-8",
            // No test may depend on a network.
            "TAPCTL_OFFLINE": "1",
        ]
        .merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        process.terminationHandler = { process in
            end.yield(process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0))
            end.finish()
        }
        try process.runHearingSignals()
        let reading = output.fileHandleForReading
        Thread {
            var rest = Data()
            while true {
                let piece = reading.availableData
                guard !piece.isEmpty else { break }
                rest += piece
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    heard.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
            heard.finish()
        }
        .start()
    }

    deinit {
        // Foundation keeps the process, and with it the pipe, until all descendants of the program have ended.
        try? input.fileHandleForWriting.close()
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Types a line.
    public func type(_ line: String) { press("\(line)\n") }

    /// Types keys without Enter after them.
    public func press(_ keys: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
    }

    /// Sends a signal, such as `SIGINT` for Ctrl-C.
    public func signal(_ number: Int32) {
        // By now the number may be that of another program.
        if process.isRunning { kill(process.processIdentifier, number) }
    }

    /// Waits for the program's end and returns its exit code, or 128 and the signal's number.
    public func exitCode() async -> Int32 {
        for await code in ended { return code }
        return -1
    }
}
