import BenchmarkTable
import Foundation
import Glibc

/// A process that serves Stripe's API on a port of this machine, until it is stopped.
final class ServedProgram {
    let url: String
    private let process = Process()

    /// Starts `tapctl processor serve` on a folder, or in memory without one.
    static func tapctl(_ folder: String?) throws -> ServedProgram {
        let port = try freePort()
        let program = Peer.projectFolder.appending(path: ".build/release/tapctl").path
        return try ServedProgram(
            program,
            ["processor", "serve", "--port", "\(port)"] + (folder.map { ["--data", $0] } ?? ["--in-memory"]),
            port)
    }

    /// Starts localstripe without stored data.
    static func localstripe() throws -> ServedProgram {
        let port = try freePort()
        let program = Peer.projectFolder.appending(path: ".venv-peers/bin/localstripe").path
        return try ServedProgram(program, ["--port", "\(port)", "--from-scratch"], port)
    }

    private init(_ program: String, _ arguments: [String], _ port: UInt16) throws {
        url = "http://127.0.0.1:\(port)"
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning, !Self.answers(port) { usleep(20_000) }
        guard process.isRunning else { throw CocoaError(.executableLoad) }
    }

    /// Returns the peak memory so far, in MB.
    func megabytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Double(line.filter(\.isNumber)).map { $0 / 1_024 } ?? .infinity
    }

    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    deinit { stop() }

    private static func freePort() throws -> UInt16 {
        try withSocket { socket, address in
            guard bind(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            getsockname(socket, address, &length)
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                $0.pointee.sin_port.bigEndian
            }
        }
    }

    private static func answers(_ port: UInt16) -> Bool {
        (try? withSocket(port) { connect($0, $1, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }) ?? false
    }

    /// Calls `body` with a socket and a loopback address, and closes the socket afterwards.
    private static func withSocket<Value>(
        _ port: UInt16 = 0, _ body: (Int32, UnsafeMutablePointer<sockaddr>) throws -> Value
    ) throws -> Value {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body(socket, $0) }
        }
    }
}
