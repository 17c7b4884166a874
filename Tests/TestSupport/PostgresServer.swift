import Foundation
import Synchronization
public import Testing

/// A PostgreSQL server for the tests of this process.
///
/// A shell ends the server when its stdin is closed, and therefore also if the process is killed.
public final class PostgresServer: Sendable {
    /// The folder of the server's socket, which is the `host` of a connection.
    public let folder: String
    private let program: RunningProgram
    private let databases = Atomic(0)

    /// Returns the server, which starts when it is first needed.
    ///
    /// - Throws: ``PostgresServerError`` with the output of PostgreSQL's programs.
    public static func shared() async throws -> PostgresServer { try await starting.value }

    private static let starting = Task { try await start() }

    /// Starts a server for a single test, which ends with the value.
    ///
    /// - Parameters:
    ///   - parameters: Parameters of the server, such as `max_connections=9`.
    ///   - isStandby: Whether the server is a standby, which only reads.
    ///   - disk: The size in MiB of a disk at ``smallDisk`` (see ``canMount``), or nil for no such disk.
    /// - Throws: ``PostgresServerError`` with the output of PostgreSQL's programs.
    public static func start(
        _ parameters: [String] = [], isStandby: Bool = false, disk: Int? = nil
    ) async throws -> PostgresServer {
        try await PostgresServer(parameters, isStandby ? "standby.signal" : "", disk)
    }

    private init(_ parameters: [String], _ signal: String, _ disk: Int?) async throws {
        guard let programs = Self.programs else { throw PostgresServerError(output: "it is not installed") }
        // PostgreSQL refuses to run as root.
        let user = getuid() == 0 ? [Self.runuser, "-u", "postgres", "--"] : []
        let options = parameters.map { "-c \($0)" }.joined(separator: " ")
        let server = user + ["/bin/sh", "-c", Self.script, "postgres", options, signal]
        program = try RunningProgram(
            (disk.map { Self.mounting + ["\($0)"] } ?? []) + server, in: URL(filePath: "/"),
            environment: ["PATH": "\(programs):/usr/sbin:/usr/bin:/sbin:/bin"])
        var output: [String] = []
        for await line in program.lines {
            if line.hasPrefix("ready ") {
                folder = String(line.dropFirst(6))
                return
            }
            output.append(line)
        }
        throw PostgresServerError(output: output.joined(separator: "\n"))
    }

    /// Starts a server in a temporary folder, which is short because the name of a socket has at most 107
    /// bytes.
    private static let script = """
        folder=$(mktemp -d /tmp/tapctl-postgres.XXXXXX) || exit 1
        trap : HUP INT TERM
        if initdb -D "$folder/data" -U postgres --auth=trust --no-locale -E UTF8 --no-sync >"$folder/log" 2>&1 &&
            printf 'local all guest scram-sha-256\nlocal all,replication all trust\n' >"$folder/data/pg_hba.conf" &&
            touch "$folder/data/$2" &&
            pg_ctl -D "$folder/data" -w -s -l "$folder/log" -o "-k $folder -c listen_addresses= -c fsync=off \
                -c synchronous_commit=off -c full_page_writes=off -c max_connections=400 $1" start; then
            echo "ready $folder"
            cat >/dev/null
        else
            cat "$folder/log"
        fi
        pg_ctl -D "$folder/data" -m immediate -s stop
        rm -rf "$folder"
        """

    /// The folder on the small disk, which only the server sees.
    public static let smallDisk = "/mnt"

    /// Runs a program with a small disk in a mount namespace, which ends with the program.
    private static let mounting = [
        "unshare", "--mount", "/bin/sh", "-c",
        #"mount -t tmpfs -o "size=${0}m,mode=700,uid=$(id -u postgres)" tmpfs \#(smallDisk) && exec "$@""#,
    ]

    /// Whether this process may mount a disk for a server.
    public static let canMount: Bool = {
        guard getuid() == 0 else { return false }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = mounting + ["1", "true"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    // MARK: Programs

    /// Whether PostgreSQL is installed, and its user exists if the tests run as root.
    public static var isInstalled: Bool {
        guard programs != nil else { return false }
        return getuid() != 0
            || getpwnam("postgres") != nil && FileManager.default.isExecutableFile(atPath: runuser)
    }

    private static let runuser = "/usr/sbin/runuser"

    /// The folder with the programs of the newest version, which Debian does not add to the path.
    static let programs: String? = {
        let top = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: top)) ?? []
        let newest = versions.sorted { Int($0) ?? 0 > Int($1) ?? 0 }.map { "\(top)/\($0)/bin" }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (newest + path.split(separator: ":").map(String.init)).first { folder in
            ["initdb", "pg_ctl", "psql"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
            }
        }
    }()

    // MARK: Databases

    /// Creates an empty database, which exists as long as the server.
    ///
    /// - Parameter options: Options of `CREATE DATABASE`, such as `ENCODING 'SQL_ASCII'`.
    /// - Throws: ``PostgresServerError`` with the error of the server.
    public func makeDatabase(_ options: String = "") async throws -> Database {
        let name = "test_\(databases.add(1, ordering: .relaxed).newValue)"
        // Another connection may use `template1`, which would then not be copied.
        let statement = "CREATE DATABASE \(name) TEMPLATE template0 \(options)"
        let errors = try await Database(name: "postgres", folder: folder).run([statement])
        if let error = errors[0] { throw PostgresServerError(output: error) }
        return Database(name: name, folder: folder)
    }
}

extension PostgresServer {
    /// A database of the server.
    public struct Database: Sendable {
        /// The database's name.
        public let name: String
        let folder: String

        /// The connection string of libpq.
        public var connection: String { "host=\(folder) user=postgres dbname=\(name)" }

        /// Runs statements, each in its own transaction.
        ///
        /// - Returns: The errors of the statements that failed, by the index of the statement.
        /// - Throws: ``PostgresServerError`` if psql cannot connect.
        public func run(_ statements: [String]) async throws -> [Int: String] {
            try await psql(statements.map { $0 + ";" }).errors
        }

        /// Runs a script of psql, one line for each text.
        ///
        /// - Returns: The lines of the output, with `|` between columns, and the errors by the index of the
        ///   text.
        /// - Throws: ``PostgresServerError`` if psql cannot connect.
        public func psql(_ script: [String]) async throws -> (output: [String], errors: [Int: String]) {
            let scratch = FileManager.default.temporaryDirectory.appending(path: "psql-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: scratch) }
            // psql reports the line of an error.
            let lines = script.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n" }
            try lines.joined().write(
                to: scratch.appending(path: "script"), atomically: false, encoding: .utf8)
            let run = try await ProgramRun.shell(
                #"PATH="$PROGRAMS:$PATH"; psql -X -q -A -t -v VERBOSITY=terse -d "$CONNECTION" -f script"#,
                in: scratch,
                environment: ["PROGRAMS": PostgresServer.programs ?? "", "CONNECTION": connection])
            guard run.exitCode == 0 else { throw PostgresServerError(output: run.standardError) }
            var errors: [Int: String] = [:]
            for error in run.standardError.matches(of: #/psql:script:([0-9]+): ERROR: +(.*)/#) {
                if let line = Int(error.1) { errors[line - 1] = String(error.2) }
            }
            return (run.standardOutput.split(separator: "\n").map(String.init), errors)
        }
    }
}

/// The reason why the server cannot be used.
public struct PostgresServerError: Error, CustomStringConvertible {
    let output: String

    /// The output of PostgreSQL's programs.
    public var description: String { "PostgreSQL: \(output)" }
}

extension Trait where Self == ConditionTrait {
    /// Skips the tests if PostgreSQL is not installed.
    public static var postgres: ConditionTrait {
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: run scripts/install peers")
    }
}
