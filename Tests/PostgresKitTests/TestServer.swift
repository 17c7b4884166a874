import Foundation
import Synchronization
import Testing

@testable import PostgresKit

/// A PostgreSQL server in a temporary folder, which listens only on a socket in that folder.
///
/// PostgreSQL refuses to run as root, so for root it runs as the user `postgres`. A shell ends the server and
/// removes its folder when its input is closed, and therefore also if the tests crash.
final class TestServer: Sendable {
    /// The folder of the newest installed version's programs, or nil if none is installed.
    static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap { Int($0) }.filter { $0 >= 14 }.max()
        return newest.map { "\(root)/\($0)/bin" }
    }()

    /// The server that most tests share.
    static let shared = Result { try TestServer() }

    let folder: String
    private let input = Pipe()
    private static let counter = Atomic(0)

    /// Starts a server.
    ///
    /// - Parameter parameters: Parameters of the server, such as `max_connections=9`.
    init(_ parameters: [String] = []) throws {
        guard let programs = Self.programs else { throw CocoaError(.fileNoSuchFile) }
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        folder = "/tmp/tapctl-pg-\(getpid())-\(number)"
        let data = folder + "/data"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if getuid() == 0 { try Self.execute("/usr/bin/chown", ["postgres:", folder]).waitForSuccess() }
        try Self.executeAsUser(
            "\(programs)/initdb",
            ["-D", data, "--locale", "C", "-E", "UTF8", "-A", "trust", "-U", "tapctl", "--no-sync"]
        ).waitForSuccess()
        try "local all guest scram-sha-256\nlocal all all trust\n"
            .write(toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
        let settings = ["listen_addresses=", "fsync=off", "max_connections=60"] + parameters
        _ = try Self.executeAsUser(
            "/bin/sh",
            ["-c", Self.script, "\(programs)/postgres", folder, "-D", data, "-k", folder]
                + settings.flatMap { ["-c", $0] }, input: input)
        let deadline = Deadline(after: .seconds(60))
        while try Self.executeAsUser("\(programs)/pg_isready", ["-h", folder]).status != 0 {
            guard !deadline.isOver else { throw CocoaError(.executableLoad) }
        }
    }

    private static let script = """
        trap : HUP INT TERM
        folder=$1
        shift
        "$0" "$@" </dev/null &
        cat >/dev/null
        kill -QUIT $!
        wait $!
        rm -rf "$folder"
        """

    /// The address of a database.
    func address(_ database: String = "postgres", user: String = "tapctl") -> String {
        "host=\(folder) user=\(user) dbname=\(database)"
    }

    /// Runs statements outside a transaction.
    func run(_ statements: [String]) throws {
        let connection = try PostgresSettings(address()).connect().0
        for statement in statements { try connection.script(statement) }
    }

    /// Returns settings with a new, empty schema.
    func settings() throws -> PostgresSettings {
        var settings = try PostgresSettings(address())
        let schema = "test\(Self.counter.add(1, ordering: .relaxed).newValue)"
        try run(["CREATE SCHEMA \(schema)"])
        settings.schema = schema
        return settings
    }

    private static func executeAsUser(
        _ program: String, _ arguments: [String], input: Pipe? = nil
    ) throws -> Process {
        guard getuid() == 0 else { return try execute(program, arguments, input: input) }
        return try execute(
            "/usr/bin/setpriv",
            ["--reuid=postgres", "--regid=postgres", "--init-groups", program] + arguments, input: input)
    }

    private static func execute(
        _ program: String, _ arguments: [String], input: Pipe? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}

extension Process {
    /// Waits for the end of the process, and returns its status.
    fileprivate var status: Int32 {
        waitUntilExit()
        return terminationStatus
    }

    fileprivate func waitForSuccess() throws {
        guard status == 0 else { throw CocoaError(.executableLoad) }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the tests if PostgreSQL is not installed.
    static var server: Self {
        .enabled(if: TestServer.programs != nil, "PostgreSQL is not installed: run scripts/install peers")
    }
}
