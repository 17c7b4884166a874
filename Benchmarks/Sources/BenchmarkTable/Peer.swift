import Foundation

/// Another program that does the same work.
public enum Peer {
    /// The project's top folder.
    public static let projectFolder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs a peer's script with the Python that `scripts/install peers` sets up, and gives what it printed.
    public static func python(_ script: String, _ arguments: [String] = []) throws -> String {
        let python = projectFolder.appending(path: ".venv-peers/bin/python").path
        let script = projectFolder.appending(path: "Benchmarks/Peers/\(script)").path
        return try run(python, [script] + arguments)
    }

    /// Runs a program to its end and gives what it printed.
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
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self)
    }
}
