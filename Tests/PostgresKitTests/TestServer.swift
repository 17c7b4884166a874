import Foundation
import PostgresKit
import Synchronization

/// A PostgreSQL server in a temporary folder, which listens only on a socket in that folder.
///
/// It loses data if the machine fails, and sorts text by bytes. PostgreSQL refuses to run as root, so for root it runs
/// as the user `postgres`.
final class TestServer: Sendable {
    /// The folder of the newest installed version's programs, or nil if there is none.
    static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap(Int.init).filter { $0 >= 14 }.max()
        return newest.map { "\(root)/\($0)/bin" }
    }()

    /// The server that most tests share.
    static let shared = Result { try TestServer() }

    let folder: String
    let process: Process
    private static let counter = Atomic(0)

    init(locale: String = "C", _ parameters: [String] = []) throws {
        guard let programs = Self.programs else { throw CocoaError(.fileNoSuchFile) }
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        folder = "/tmp/tapctl-pg-\(getpid())-\(number)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if getuid() == 0 { try Self.execute("/usr/bin/chown", ["postgres:", folder]).waitForSuccess() }
        let data = folder + "/data"
        try Self.executeAsUser(
            "\(programs)/initdb", ["-D", data, "--locale", locale, "-E", "UTF8", "-A", "trust", "-U", "tapctl", "--no-sync"]
        ).waitForSuccess()
        process = try Self.executeAsUser(
            "\(programs)/postgres",
            ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"]
                + parameters.flatMap { ["-c", $0] })
        Self.ending.withLock { $0.append((process.processIdentifier, folder)) }
        Self.endAtExit
        while try Self.executeAsUser("\(programs)/pg_isready", ["-h", folder]).status != 0 {
            guard process.isRunning else { throw CocoaError(.executableLoad) }
        }
    }

    /// Ends the server at once, without a checkpoint.
    func kill() { Foundation.kill(process.processIdentifier, SIGQUIT) }

    /// The address of a database.
    func address(_ database: String = "postgres", user: String = "tapctl") -> String {
        "host=\(folder) user=\(user) dbname=\(database)"
    }

    /// Returns settings with a new, empty schema.
    func settings() async throws -> PostgresSettings {
        var settings = try PostgresSettings(address())
        let schema = "test\(Self.counter.add(1, ordering: .relaxed).newValue)"
        let database = try await PostgresDatabase.open(settings)
        try await database.transaction(.serializable) { _ = try $0.rows("CREATE SCHEMA \(schema)") }
        await database.close()
        settings.schema = schema
        return settings
    }

    private static func executeAsUser(_ program: String, _ arguments: [String]) throws -> Process {
        guard getuid() == 0 else { return try execute(program, arguments) }
        return try execute(
            "/usr/bin/setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", program] + arguments)
    }

    private static func execute(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private static let ending = Mutex<[(process: Int32, folder: String)]>([])

    /// Ends all servers and removes their folders when the tests end.
    private static let endAtExit: Void = {
        atexit {
            for (process, folder) in TestServer.ending.withLock({ $0 }) {
                Foundation.kill(process, SIGQUIT)
                waitpid(process, nil, 0)
                try? FileManager.default.removeItem(atPath: folder)
            }
        }
    }()
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
