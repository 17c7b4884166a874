import Foundation
import Synchronization
import TestSupport

/// A server on a loopback port that sends scripted bytes for each request.
final class ScriptedServer: Sendable {
    /// The state of the connection after the bytes are sent.
    enum Ending: Sendable {
        case closes
        case staysOpen
        /// Stays open until there is a request without scripted bytes.
        case closesUnanswered
    }

    private struct State {
        var requests: [String] = []
        var connections: [Int32] = []
    }

    private let listener: LoopbackListener
    private let state = Mutex(State())

    /// The requests so far, with their heads and bodies.
    var requests: [String] { state.withLock { $0.requests } }

    var url: String { "http://127.0.0.1:\(listener.port)" }

    /// Starts a server.
    ///
    /// - Parameter answer: Returns the bytes for a request, or nil to send nothing.
    init(ending: Ending = .closes, answer: @escaping @Sendable (String) -> String?) throws {
        listener = try LoopbackListener()
        listener.accept { [self] connection in
            state.withLock { $0.connections.append(connection) }
            Thread.detachNewThread { [self] in serve(connection, ending, answer) }
        }
    }

    private func serve(_ connection: Int32, _ ending: Ending, _ answer: (String) -> String?) {
        repeat {
            guard let request = read(connection) else { return }
            state.withLock { $0.requests.append(request) }
            let answer = answer(request)
            if answer == nil, ending == .closesUnanswered { break }
            if let answer { send(answer, on: connection) }
        } while ending != .closes
        shutdown(connection, Int32(SHUT_RDWR))
    }

    /// Reads a request with its body, or returns nil at the end of the connection.
    private func read(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
                let wanted = length.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0
                if bytes.count - end.upperBound >= wanted { return String(decoding: bytes, as: UTF8.self) }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
        }
    }

    /// Ends the server and all its connections.
    func end() {
        listener.end()
        state.withLock { state in
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }
}
