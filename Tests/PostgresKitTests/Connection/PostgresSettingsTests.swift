import Foundation
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct PostgresSettingsTests {
    @Test(
        "reads hosts and names",
        arguments: [
            ("postgres://u@a,b:7,c/church", "a,b:7,c/church", ["a", "b:7", "c"]),
            ("postgresql://u@a,b/church?port=9", "a:9,b:9/church", ["a:9", "b:9"]),
            ("postgres://u@a:5432/church", "a/church", ["a:5432"]),
            ("host=/run/pg dbname=church", "/run/pg/church", ["/run/pg"]),
            ("hostaddr=::1,::2 port=1,2 user=u", "::1:1,::2:2/u", ["::1:1", "::2:2"]),
            ("postgres:///church?target_session_attrs=read-write", "/church", ["the default server"]),
        ])
    func hosts(address: String, name: String, hosts: [String]) throws {
        let settings = try PostgresSettings(address)
        #expect(settings.name == name)
        #expect(settings.hosts.map(\.name) == hosts)
    }

    @Test(
        "refuses an address with a password, and does not repeat it",
        arguments: [
            "postgres://u:secret@a/church", "postgres://a/church?password=secret", "host=a password=secret",
            "postgres://u@a/church?sslpassword=secret",
        ])
    func refusesPassword(address: String) throws {
        let error = try #require(throws: PostgresError.self) { try PostgresSettings(address) }
        #expect(error.code == .passwordInAddress)
        #expect(!"\(error)\(error.remedy)".contains("secret"))
    }

    @Test(
        "refuses a malformed address, and repeats no password",
        arguments: [
            "postgres://u:secret%zz@a/church", "church", "postgres://a/church?nothing=1",
            "postgres://a,b/c?port=1,2,3", "postgres://a:99999/c", "postgres://a:0/c",
            "postgres://a,b:65536/c",
            "postgres://u:secret/c", "host=a port=-1",
            "postgres://a/c?target_session_attrs=standby", "postgres://a/c\u{0}",
            "postgres://" + Array(repeating: "a", count: 17).joined(separator: ",") + "/c",
        ])
    func refusesMalformed(address: String) throws {
        let error = try #require(throws: PostgresError.self) { try PostgresSettings(address) }
        #expect(error.code == .malformedAddress)
        #expect(!"\(error)\(error.remedy)".contains("secret"))
    }

    @Test("refuses a port out of range, and states the range")
    func port() throws {
        let error = try #require(throws: PostgresError.self) {
            try PostgresSettings("postgres://u@a:99999/c")
        }
        #expect(error.reason == "a port must be a number from 1 to 65535")
    }

    @Test("a password file must be private and have a line")
    func passwordFile() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var settings = try PostgresSettings("postgres://a/church")
        settings.passwordFile = path
        func write(_ text: String, mode: Int) throws {
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        #expect(throws: PostgresError.self) { try settings.options(for: settings.hosts[0]) }
        try write("secret\n", mode: 0o644)
        #expect(throws: PostgresError.self) { try settings.options(for: settings.hosts[0]) }
        try write("", mode: 0o600)
        #expect(throws: PostgresError.self) { try settings.options(for: settings.hosts[0]) }
        try write("secret\nmore", mode: 0o600)
        #expect(try settings.options(for: settings.hosts[0])["password"] == "secret")
    }

    @Test("options contain the limits and the schema")
    func options() throws {
        var settings = try PostgresSettings("postgres://a/church?options=-c%20jit%3Doff")
        settings.schema = #"a "b\"#
        settings.statementTimeout = .milliseconds(1500)
        let options = try settings.options(for: settings.hosts[0])
        #expect(options["host"] == "a")
        #expect(
            options["options"] == """
                -c jit=off -c client_min_messages=warning -c tcp_keepalives_idle=5 \
                -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c statement_timeout=1500 \
                -c idle_in_transaction_session_timeout=30000 -c search_path="a\\ ""b\\\\"
                """)
    }
}
