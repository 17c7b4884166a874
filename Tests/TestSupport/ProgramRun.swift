public import Foundation

/// A program that ran to its end: its output and how it ended.
public struct ProgramRun: Sendable {
    /// The text on stdout.
    public var standardOutput: String
    /// The text on stderr.
    public var standardError: String
    /// The exit code, or 128 and the signal's number for a program that a signal ended.
    public var exitCode: Int32

    /// The folder of the built programs, which is also that of the tests' bundle.
    public static let builtProducts = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

    /// Runs a line of shell in `folder`, with the built `tapctl` first in the path and no terminal.
    ///
    /// The program is ended after `limit`. It gets none of the variables of the person who runs the tests.
    ///
    /// - Throws: Foundation's error if no process can be started.
    public static func shell(
        _ line: String, in folder: URL, environment: [String: String] = [:], limit: Duration = .seconds(60)
    ) async throws -> ProgramRun {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let outputs = ["out", "err"].map { scratch.appending(path: $0) }
        for output in outputs { try Data().write(to: output) }

        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = folder
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        process.environment = [
            "PATH": "\(builtProducts.path):\(path)", "TERM": "dumb", "LC_ALL": "C.UTF-8",
            // No test may depend on a network.
            "TAPCTL_OFFLINE": "1",
            "TAPCTL_HOME": folder.appending(path: "data").path,
        ].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let files = try outputs.map { try FileHandle(forWritingTo: $0) }
        (process.standardOutput, process.standardError) = (files[0], files[1])
        try await end(of: process, within: limit)
        // The task that watches the limit keeps the process open; libnfc's select(2) fails with hundreds of open files.
        for file in files { try file.close() }

        let texts = try outputs.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        let signalled = process.terminationReason == .uncaughtSignal
        return ProgramRun(
            standardOutput: texts[0], standardError: texts[1],
            exitCode: process.terminationStatus + (signalled ? 128 : 0))
    }

    /// Starts a process and waits for its end without holding a thread.
    private static func end(of process: Process, within limit: Duration) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do {
                try process.runHearingSignals()
            } catch {
                process.terminationHandler = nil
                return done.resume(throwing: error)
            }
            let identifier = process.processIdentifier
            DispatchQueue.global().asyncAfter(deadline: .now() + Double(limit.components.seconds)) {
                if process.isRunning { kill(identifier, SIGKILL) }
            }
        }
    }
}

extension Process {
    /// Starts the program so that it receives every signal.
    ///
    /// A thread of Dispatch blocks every signal, and a program inherits that: a shell then never learns that
    /// its child has ended.
    func runHearingSignals() throws {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
