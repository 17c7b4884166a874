import FailureKit
import Foundation
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct ConnectTests {
    private func failure(_ settings: PostgresSettings) throws -> PostgresError {
        try #require(throws: PostgresError.self) { _ = try settings.connect() }
    }

    @Test("stops waiting for a server that accepts and never responds")
    func silent() throws {
        let server = try LoopbackListener()
        defer { server.end() }
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
        let silent = try LoopbackListener()
        defer { silent.end() }
        let folder = try await PostgresServer.shared().folder
        var settings = try PostgresSettings(
            "host=127.0.0.1,/nowhere,\(folder) port=\(silent.port),5432,5432 user=postgres dbname=postgres")
        settings.connectTimeout = .milliseconds(300)
        #expect(try settings.connect().host == 2)
        let hosts = HostMemory()
        for _ in 0..<2 { _ = try ConnectionSlot(settings, hosts: hosts).open() }
        #expect(hosts.first == 2)
    }

    @Test("a closed port and an unknown name are reported, with the next step")
    func unreachable() throws {
        let closed = try LoopbackListener()
        closed.accept { close($0) }
        closed.end()
        // The name has an empty part, so no name server is asked.
        for host in ["host=127.0.0.1 port=\(closed.port)", "host=no..such.host port=1"] {
            let error = try failure(try PostgresSettings("\(host) user=u dbname=d"))
            #expect(error.code == .unreachable && error.category == .inputOutput)
            #expect(!error.reason.isEmpty && !error.remedy.isEmpty)
        }
    }

    @Test("refuses a server that is too old", arguments: ["9.6.24", "13.22"])
    func tooOld(version: String) throws {
        let server = try GreetingServer(version: version)
        defer { server.end() }
        let error = try failure(try server.settings)
        #expect(error.code == .tooOld && error.category == .configuration)
        #expect(error.reason.contains("PostgreSQL \(version.prefix { $0 != "." }),"))
        #expect(!error.remedy.isEmpty)
    }

    @Test("stops waiting for a server that accepts the user and then never responds")
    func silentAfterLogin() throws {
        let server = try GreetingServer(version: "15.4")
        defer { server.end() }
        var settings = try server.settings
        settings.connectTimeout = .milliseconds(300)
        let error = try failure(settings)
        #expect(error.code == .timeout && error.category == .tryAgain)
        #expect(!error.remedy.isEmpty)
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
