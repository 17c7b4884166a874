import CPostgres
import FileKit
import Foundation

/// The address of a PostgreSQL database, and the limits of its connections.
///
/// An address must not contain a password, because other users of the machine can read command lines. The
/// password is read from ``passwordFile`` or, if that is nil, from the places where libpq looks for it:
/// `PGPASSWORD`, `PGPASSFILE`, `~/.pgpass` (PostgreSQL manual, 34.15 and 34.16).
public struct PostgresSettings: Sendable {
    /// The hosts and the name of the database, such as `a,b:5433/church`. The default port 5432 is omitted.
    public let name: String
    /// The path of a file that contains the password. Users other than the file's owner must not have
    /// permission to read it. If the path is nil, libpq looks for the password itself.
    public var passwordFile: String?
    /// The schema that contains all tables. If nil, the user's default schema is used, which is normally
    /// `public`.
    public var schema: String?
    /// The maximum time to connect to one host.
    public var connectTimeout: Duration = .seconds(2)
    /// The maximum duration of one statement.
    public var statementTimeout: Duration = .seconds(10)
    /// The maximum duration of one transaction, including its reruns.
    public var transactionTimeout: Duration = .seconds(30)
    /// The maximum time to wait for the migrations, whether this process or another process runs them.
    public var migrationTimeout: Duration = .seconds(600)
    /// The maximum number of connections. Each connection has its own thread.
    public var connectionLimit = 16
    /// The maximum number of transactions that can wait for a connection.
    public var queueLimit = 4096

    /// The hosts, in the order in which they are tried.
    let hosts: [Host]
    /// The options in the address, except the hosts and ports, keyed by libpq's keywords.
    let options: [String: String]

    /// One of the servers in the address.
    struct Host: Hashable, Sendable {
        /// The options `host`, `hostaddr` and `port` of this server, keyed by libpq's keywords. Empty for
        /// libpq's default host.
        let options: [String: String]

        var name: String {
            let name = options["host"] ?? options["hostaddr"] ?? "the default server"
            return options["port"].map { "\(name):\($0)" } ?? name
        }

        /// The host's name or IP address. If the port is set and is not 5432, the port is appended.
        var shortName: String {
            let name = options["host"] ?? options["hostaddr"] ?? ""
            return options["port"].map { $0 == "5432" ? name : "\(name):\($0)" } ?? name
        }
    }

    /// The maximum number of hosts in an address.
    private static let mostHosts = 16

    /// Parses an address, such as `postgres://tapctl@a,b,c/church`.
    ///
    /// - Parameter address: A URL or a list of `keyword=value` pairs (PostgreSQL manual, 34.1.1).
    /// - Throws: ``PostgresError`` with code `noLibrary`, `malformedAddress` or `passwordInAddress`.
    public init(_ address: String) throws(PostgresError) {
        try Self.load()
        var options = try Self.parse(address)
        guard options["password"] == nil, options["sslpassword"] == nil else {
            throw PostgresError(
                .passwordInAddress, at: options["dbname"] ?? "PostgreSQL",
                "the database address must not contain a password",
                reason: "other users of this machine could read the password",
                remedy: "put the password into a file that only you can read")
        }
        let wanted = options.removeValue(forKey: "target_session_attrs")
        guard [nil, "any", "read-write", "primary"].contains(wanted) else {
            throw Self.malformed(
                "target_session_attrs must be any, primary or read-write, but is \(wanted ?? "")")
        }
        hosts = try Self.hosts(
            host: options.removeValue(forKey: "host"), address: options.removeValue(forKey: "hostaddr"),
            port: options.removeValue(forKey: "port"))
        let all = hosts.map(\.shortName).joined(separator: ",")
        name = "\(all)/\(options["dbname"] ?? options["user"] ?? "")"
        self.options = options
    }

    /// Loads the libpq library, unless it is already loaded.
    private static func load() throws(PostgresError) {
        guard let problem = cpostgres_load() else { return }
        throw PostgresError(
            .noLibrary, at: "PostgreSQL", "PostgreSQL's client library cannot be used",
            reason: String(cString: problem), remedy: "install libpq 14 or later (Debian: libpq5)")
    }

    /// Parses an address, and returns its options, keyed by libpq's keywords.
    private static func parse(_ address: String) throws(PostgresError) -> [String: String] {
        guard !address.utf8.contains(0) else { throw malformed("the address contains the character NUL") }
        var message: UnsafeMutablePointer<CChar>?
        guard let list = cpostgres_parse(address, &message) else {
            let words = message.map { String(cString: $0) } ?? ""
            cpostgres_free(message)
            // libpq's message repeats part of the address, which may be a password.
            let isSafe = !address.contains("@") && !address.lowercased().contains("password")
            throw malformed(isSafe ? words.trimmingCharacters(in: .whitespacesAndNewlines) : "")
        }
        defer { cpostgres_free_options(list) }
        var options: [String: String] = [:]
        var place = list
        while let keyword = place.pointee.keyword {
            if let value = place.pointee.val.map({ String(cString: $0) }), !value.isEmpty {
                options[String(cString: keyword)] = value
            }
            place += 1
        }
        return options
    }

    /// Combines libpq's comma-separated lists of host names, network addresses and ports, and returns the
    /// hosts. A single port applies to all hosts.
    private static func hosts(
        host: String?, address: String?, port: String?
    ) throws(PostgresError) -> [Host] {
        let lists = [("host", host), ("hostaddr", address), ("port", port)].map { key, list in
            (key, list?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? [])
        }
        let count = max(lists[0].1.count, lists[1].1.count, 1)
        guard count <= mostHosts else {
            throw malformed("the address has \(count) hosts, but at most \(mostHosts) are allowed")
        }
        var hosts = [[String: String]](repeating: [:], count: count)
        for (key, values) in lists where !values.isEmpty {
            guard values.count == count || (key == "port" && values.count == 1) else {
                throw malformed(
                    "the number of hosts (\(count)) differs from the number of values for \(key) (\(values.count))"
                )
            }
            // The message does not contain the value, which is a password if the address has no `@`.
            guard key != "port" || values.allSatisfy(isPort) else {
                throw malformed("a port must be a number from 1 to 65535")
            }
            for place in 0..<count {
                let value = values.count == 1 ? values[0] : values[place]
                if !value.isEmpty { hosts[place][key] = value }
            }
        }
        return hosts.map(Host.init)
    }

    /// Returns whether a string is a port number. An empty string is also valid, and means the default port.
    private static func isPort(_ text: String) -> Bool {
        text.isEmpty || UInt16(text).map { $0 > 0 } ?? false
    }

    private static func malformed(_ reason: String) -> PostgresError {
        PostgresError(
            .malformedAddress, at: "PostgreSQL", "the database address is malformed", reason: reason,
            remedy: "use the form postgres://USER@HOST,HOST/DATABASE")
    }
}

extension PostgresSettings {
    /// Returns all options for a connection to one host, keyed by libpq's keywords.
    ///
    /// - Throws: ``PostgresError`` with code `passwordFile` if the password cannot be read.
    func options(for host: Host) throws(PostgresError) -> [String: String] {
        var all = options.merging(host.options) { $1 }
        all["client_encoding"] = "UTF8"
        all["application_name"] = options["application_name"] ?? "tapctl"
        // The server ends the session of a client that has disappeared, which releases its locks. It does so
        // after 20 seconds (PostgreSQL manual, 20.3.2) or, within a transaction, after the transaction's
        // timeout.
        let parameters = [
            "client_min_messages=warning", "tcp_keepalives_idle=5", "tcp_keepalives_interval=5",
            "tcp_keepalives_count=3",
            "statement_timeout=\(statementTimeout.wholeMilliseconds)",
            "idle_in_transaction_session_timeout=\(transactionTimeout.wholeMilliseconds)",
        ]
        all["options"] = ([options["options"]].compactMap { $0 } + parameters.map { "-c \($0)" } + searchPath)
            .joined(separator: " ")
        if let passwordFile { all["password"] = try Self.password(in: passwordFile, at: name) }
        return all
    }

    /// The server option that selects the schema, with the schema's name escaped for libpq. The array is
    /// empty if no schema is set.
    private var searchPath: [String] {
        guard let schema else { return [] }
        let quoted = "\"" + schema.replacing("\"", with: "\"\"") + "\""
        return ["-c search_path=" + quoted.replacing("\\", with: "\\\\").replacing(" ", with: "\\ ")]
    }

    /// The maximum size of a password file, in bytes.
    private static let mostPasswordBytes = 4096

    /// Returns the first non-empty line of a password file.
    private static func password(in path: String, at name: String) throws(PostgresError) -> String {
        func refusal(_ summary: String, _ reason: String, _ remedy: String) -> PostgresError {
            PostgresError(.passwordFile, at: name, summary, reason: reason, remedy: remedy)
        }
        guard let status = FileStatus(of: path), status.isRegular else {
            throw refusal(
                "the password file cannot be read", "the file does not exist, or is not a regular file",
                "check the path")
        }
        guard status.isPrivate else {
            throw refusal(
                "other users can read the password file",
                "the file's mode is \(String(status.mode, radix: 8))", "set the file's mode to 600")
        }
        guard status.size <= mostPasswordBytes, let data = FileManager.default.contents(atPath: path),
            let text = String(data: data, encoding: .utf8), !text.utf8.contains(0),
            let line = text.split(whereSeparator: \.isNewline).first
        else {
            throw refusal(
                "the password file cannot be read",
                "the file cannot be opened, is empty, is not UTF-8, or exceeds \(mostPasswordBytes) bytes",
                "check that you can read the file, and that its first line is the password")
        }
        return String(line)
    }
}

extension Duration {
    /// The duration in milliseconds, rounded and limited to the range from 1 to `Int32.max`.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
        return Int(min(max(milliseconds.rounded(), 1), Double(Int32.max)))
    }
}
