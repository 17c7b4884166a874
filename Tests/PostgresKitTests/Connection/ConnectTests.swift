import Foundation
import TestSupport
import Testing

@testable import PostgresKit

/// A socket that accepts connections, but never responds.
private final class SilentServer {
    let port: Int
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(descriptor, place, length) | listen(descriptor, 8)
                    | getsockname(descriptor, place, &length)
            }
        }
        guard descriptor >= 0, result == 0 else { throw CocoaError(.fileNoSuchFile) }
        (self.descriptor, port) = (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    deinit { close(descriptor) }
}

@Suite(.postgres)
struct ConnectTests {
    private func failure(_ settings: PostgresSettings) throws -> PostgresError {
        try #require(throws: PostgresError.self) { _ = try settings.connect() }
    }

    @Test("stops waiting for a server that accepts and never responds")
    func silent() throws {
        let server = try SilentServer()
        var settings = try PostgresSettings("host=127.0.0.1 port=\(server.port) user=u dbname=d")
        settings.connectTimeout = .milliseconds(200)
        let clock = ContinuousClock()
        let start = clock.now
        let error = try failure(settings)
        #expect(error.code == .unreachable)
        #expect(error.reason.contains("200 ms"))
        #expect(clock.now - start < .seconds(10))
    }

    @Test("tries the hosts in order, and remembers the one that accepts writes")
    func hosts() async throws {
        let silent = try SilentServer()
        let folder = try await PostgresServer.shared().folder
        var settings = try PostgresSettings(
            "host=127.0.0.1,/nowhere,\(folder) port=\(silent.port),5432,5432 user=postgres dbname=postgres")
        settings.connectTimeout = .milliseconds(300)
        #expect(try settings.connect().host == 2)
        let hosts = HostMemory()
        for _ in 0..<2 { _ = try ConnectionSlot(settings, hosts: hosts).open() }
        #expect(hosts.first == 2)
    }

    @Test("names each host if none can be used")
    func noHost() throws {
        let error = try failure(try PostgresSettings("host=/nowhere,/neither user=u dbname=d"))
        #expect(error.code == .unreachable)
        #expect(error.reason.contains("/nowhere: ") && error.reason.contains("/neither: "))
    }

    @Test("an answer of a server is more significant than a host that cannot be reached")
    func answerFirst() async throws {
        let folder = try await PostgresServer.shared().folder
        let error = try failure(try PostgresSettings("host=\(folder),/nowhere user=postgres dbname=none"))
        #expect(error.code == .missing)
    }

    @Test("reports what the server refuses")
    func refusals() async throws {
        let server = try await PostgresServer.shared()
        try server.run([
            "CREATE ROLE guest LOGIN PASSWORD 'right'", "CREATE ROLE limited LOGIN CONNECTION LIMIT 0",
            "CREATE DATABASE linguistic TEMPLATE template0 LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'",
            "CREATE DATABASE unencoded TEMPLATE template0 ENCODING 'SQL_ASCII'",
            "CREATE DATABASE standby", "ALTER DATABASE standby SET default_transaction_read_only = on",
        ])
        let cases: [(database: String, user: String, code: PostgresError.Code)] = [
            ("none", "postgres", .missing), ("postgres", "stranger", .wrongPassword),
            ("postgres", "guest", .wrongPassword), ("postgres", "limited", .tooManyConnections),
            ("linguistic", "postgres", .wrongCollation), ("unencoded", "postgres", .wrongCollation),
            ("standby", "postgres", .readOnly),
        ]
        for (database, user, code) in cases {
            let error = try failure(try PostgresSettings(server.address(database, user: user)))
            #expect(error.code == code, "\(database), \(user): \(error)")
            #expect(!error.remedy.isEmpty)
        }
        // With the password of a file, the same user is accepted; with another one, it is not.
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var settings = try PostgresSettings(server.address(user: "guest"))
        settings.passwordFile = path
        for (password, isRight) in [("wrong", false), ("right", true)] {
            try password.write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            if isRight {
                _ = try settings.connect()
            } else {
                #expect(try failure(settings).code == .wrongPassword)
            }
        }
    }
}
