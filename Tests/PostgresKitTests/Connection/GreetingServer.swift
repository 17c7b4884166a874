import Foundation
import TestSupport

@testable import PostgresKit

/// A server that accepts every user, reports a version, and then never responds.
///
/// Source: PostgreSQL manual, 55.2.1 (start-up) and 55.7 (message formats).
final class GreetingServer: Sendable {
    private let listener: LoopbackListener

    init(version: String) throws {
        listener = try LoopbackListener()
        let greeting = Self.greeting(version)
        listener.accept { connection in
            Thread.detachNewThread {
                if Self.readStartup(connection) {
                    _ = greeting.withUnsafeBytes {
                        Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    // Until the client gives up.
                    while !Self.bytes(1, from: connection).isEmpty {}
                }
                close(connection)
            }
        }
    }

    /// Refuses further connections.
    func end() { listener.end() }

    /// The settings of a client.
    var settings: PostgresSettings {
        get throws { try PostgresSettings("host=127.0.0.1 port=\(listener.port) user=u dbname=d") }
    }

    /// Refuses encryption, and reads the message that begins a session.
    ///
    /// - Returns: Whether the client has sent it.
    private static func readStartup(_ connection: Int32) -> Bool {
        let encryption: Set<UInt32> = [80_877_103, 80_877_104]  // SSLRequest, GSSENCRequest
        while true {
            let head = bytes(8, from: connection)
            guard head.count == 8 else { return false }
            let (length, code) = (number(head[..<4]), number(head[4...]))
            guard encryption.contains(code) else {
                let rest = Int(length) - 8
                return (0...10_000).contains(rest) && bytes(rest, from: connection).count == rest
            }
            TestSupport.send("N", on: connection)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func bytes(_ count: Int, from connection: Int32) -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            var byte: UInt8 = 0
            guard recv(connection, &byte, 1, 0) == 1 else { break }
            all.append(byte)
        }
        return all
    }

    /// AuthenticationOk, the parameters, BackendKeyData and ReadyForQuery.
    private static func greeting(_ version: String) -> [UInt8] {
        let parameters = [
            ("server_version", version), ("server_encoding", "UTF8"), ("client_encoding", "UTF8"),
            ("in_hot_standby", "off"), ("default_transaction_read_only", "off"),
        ]
        return message("R", [0, 0, 0, 0])
            + parameters.flatMap { message("S", Array("\($0)\0\($1)\0".utf8)) }
            + message("K", [0, 0, 0, 1, 0, 0, 0, 2]) + message("Z", Array("I".utf8))
    }

    private static func message(_ kind: Character, _ content: [UInt8]) -> [UInt8] {
        let length = UInt32(content.count + 4)
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
        return Array(String(kind).utf8) + bytes + content
    }
}
