import Foundation
import Glibc

/// Another program that does the same work.
public enum Peer {
    /// The project's root folder.
    public static let projectFolder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs a peer's script with the Python that `scripts/install peers` sets up, and returns its output.
    public static func python(_ script: String, _ arguments: [String] = []) throws -> String {
        let python = projectFolder.appending(path: ".venv-peers/bin/python").path
        let script = projectFolder.appending(path: "Benchmarks/Peers/\(script)").path
        return try run(python, [script] + arguments)
    }

    /// Runs a program to its end and returns its output.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { throw Failure(program: program, arguments: arguments) }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(program: program, arguments: arguments) }
        return String(decoding: printed, as: UTF8.self)
    }

    /// Returns the duration from a program's start to its exit. Its output is discarded.
    ///
    /// `Process` is not used, because it notices an exit up to 50 ms late.
    public static func time(_ program: String, _ arguments: [String]) throws -> Duration {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let start = ContinuousClock.now
        var child: pid_t = 0
        var status: Int32 = 0
        guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0,
            waitpid(child, &status, 0) == child, status == 0
        else { throw Failure(program: program, arguments: arguments) }
        return ContinuousClock.now - start
    }

    /// The error of a program that could not be run, or failed.
    struct Failure: Error, CustomStringConvertible {
        let program: String
        let arguments: [String]

        var description: String {
            """
            \(program) failed or is missing; its arguments: \(arguments.joined(separator: " "))
            hint: scripts/benchmark installs and builds all that the benchmarks run
            """
        }
    }
}
