import BenchmarkTable
import Foundation

/// A process of `tapctl serve` or `tapctl processor serve` on a free port, until it is stopped.
final class ServedSite {
    let url: String
    private let process = Process()

    /// The path of the measured program: `$TAPCTL`, or else the release build.
    static let program =
        ProcessInfo.processInfo.environment["TAPCTL"]
        ?? Peer.projectFolder.appending(path: ".build/release/tapctl").path

    /// Runs a command on a folder to its end, and returns its output.
    @discardableResult
    static func tapctl(_ arguments: [String], in folder: String) throws -> String {
        try Peer.run(program, arguments, environment: ["TAPCTL_HOME": folder])
    }

    /// Starts a command, and reads its address from its output.
    init(_ arguments: [String], in folder: String) throws {
        process.executableURL = URL(filePath: Self.program)
        process.arguments = arguments + ["--port", "0"]
        process.environment = ProcessInfo.processInfo.environment.merging(["TAPCTL_HOME": folder]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = ""
        while !said.contains("listening on http://") || !said.hasSuffix("\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw CocoaError(.executableLoad) }
            said += String(decoding: piece, as: UTF8.self)
        }
        let address = said.split(whereSeparator: \.isWhitespace).last { $0.hasPrefix("http://") }
        url = String(address ?? "")
    }

    /// Returns the peak memory so far, in MB.
    func megabytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Double(line.filter(\.isNumber)).map { $0 / 1_024 } ?? .infinity
    }

    /// Kills the process with SIGKILL, which is as abrupt as a power cut.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    deinit { stop() }
}
