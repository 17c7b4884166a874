import CPostgres

extension PostgresSettings {
    /// Connects to the first host that accepts writes. Blocks the calling thread.
    ///
    /// - Parameter first: The index of the host to try first.
    /// - Returns: The connection, and the index of its host.
    /// - Throws: ``PostgresError``. If several hosts were tried and all failed, the reason lists the hosts
    ///   with their errors.
    func connect(startingAt first: Int = 0) throws(PostgresError) -> (PostgresConnection, host: Int) {
        var failures: [(host: Host, error: PostgresError)] = []
        for place in hosts.indices.map({ ($0 + first) % hosts.count }) {
            do {
                return (try connect(to: hosts[place]), place)
            } catch {
                failures.append((hosts[place], error))
            }
        }
        throw summary(of: failures)
    }

    private func connect(to host: Host) throws(PostgresError) -> PostgresConnection {
        guard let link = PostgresLink(try options(for: host)) else {
            throw PostgresError(.internal, at: name, "there is not enough memory for a connection")
        }
        switch link.connect(until: Deadline(after: connectTimeout)) {
        case .ready: break
        case .late:
            throw PostgresError(
                .unreachable, at: name, "the server does not respond",
                reason: "there was no response within \(connectTimeout.wholeMilliseconds) ms",
                remedy: "check that the server is running and can be reached")
        case .failed: throw failure(of: link)
        }
        try check(link)
        guard cpostgres_enter_pipeline(link.raw) == 1 else { throw failure(of: link) }
        let connection = PostgresConnection(link, settings: self)
        try connection.checkCollation()
        return connection
    }

    /// Returns the error for a failed attempt to connect.
    ///
    /// libpq reports the error only as text. In libpq's verbose format, a message from the server includes
    /// the SQLSTATE: `FATAL:  28P01: …`.
    private func failure(of link: PostgresLink) -> PostgresError {
        let message = link.message
        if let match = message.firstMatch(of: #/:  ([0-9A-Z]{5}): (.*)/#) {
            return PostgresError(sqlState: String(match.1), message: String(match.2), at: name)
        }
        // libpq asks for a password without a server error.
        if message.contains("no password supplied") {
            return PostgresError(
                sqlState: "28P01", message: "the server requires a password, but none was given", at: name)
        }
        return PostgresError(
            .unreachable, at: name, "the connection to the server failed", reason: message,
            remedy: "check that the address is correct, and that the server is running and can be reached")
    }

    /// Checks the server's version and the database's encoding, and checks that the server accepts writes.
    private func check(_ link: PostgresLink) throws(PostgresError) {
        let version = cpostgres_server_version(link.raw)
        guard version >= 140_000 else {
            throw PostgresError(
                .tooOld, at: name, "the server is too old",
                reason: "the server runs PostgreSQL \(version / 10_000), but 14 or later is needed",
                remedy: "upgrade the server")
        }
        // These are the conditions of libpq's `target_session_attrs=read-write`.
        let isReadOnly = ["in_hot_standby", "default_transaction_read_only"].contains {
            link.parameter($0) == "on"
        }
        guard !isReadOnly else {
            throw PostgresError(
                .readOnly, at: name, "the server is read-only",
                reason: "the server is a standby or is set to read-only",
                remedy: "add the primary server to the address")
        }
        guard let encoding = link.parameter("server_encoding"), encoding != "UTF8" else { return }
        throw Self.unsuitable("the database's encoding must be UTF8, but is \(encoding)", at: name)
    }

    /// Returns the error for a database that does not store and sort text as this program requires.
    static func unsuitable(_ reason: String, at name: String) -> PostgresError {
        PostgresError(
            .wrongCollation, at: name, "the database was created with unsuitable settings", reason: reason,
            remedy: "create a new database with ENCODING 'UTF8' LC_COLLATE 'C' TEMPLATE template0, and with "
                + "LOCALE_PROVIDER libc on PostgreSQL 15 or later")
    }

    /// Combines the errors of all hosts into one error for the whole address. The error of a server that has
    /// responded takes precedence over the error of a server that could not be reached.
    private func summary(of failures: [(host: Host, error: PostgresError)]) -> PostgresError {
        let order: [PostgresError.Code] = [.unreachable, .readOnly]
        let worst = failures.max {
            (order.firstIndex(of: $0.error.code) ?? 2) < (order.firstIndex(of: $1.error.code) ?? 2)
        }
        guard let worst = worst?.error else {
            return PostgresError(.malformedAddress, at: name, "the address has no hosts")
        }
        guard failures.count > 1 else { return worst }
        let reasons = failures.map { host, error in
            "\(host.name): \(error.summary)" + (error.reason.isEmpty ? "" : " (\(error.reason))")
        }
        return PostgresError(
            worst.code, at: name, worst.code == .readOnly ? "no server accepts writes" : worst.summary,
            reason: reasons.joined(separator: "; "), remedy: worst.remedy, sqlState: worst.sqlState)
    }
}
