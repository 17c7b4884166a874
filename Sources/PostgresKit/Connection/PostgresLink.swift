import CPostgres
import Glibc

/// A libpq connection. All waits have a deadline. Only one thread at a time may use the connection.
///
/// Source: PostgreSQL manual, 34.4 (asynchronous commands).
final class PostgresLink {
    let raw: OpaquePointer
    private let warningCount: UnsafeMutablePointer<Int>

    /// Starts to connect, but does not wait until the connection is established. Returns nil if there is not
    /// enough memory.
    init?(_ options: [String: String]) {
        let warnings = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        warnings.initialize(to: 0)
        warningCount = warnings
        let pairs = Array(options)
        let keywords = pairs.map { strdup($0.key) } + [nil]
        let values = pairs.map { strdup($0.value) } + [nil]
        defer { for text in keywords + values { free(text) } }
        let started = cpostgres_start(
            keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, warnings)
        guard let started else {
            warnings.deallocate()
            return nil
        }
        raw = started
    }

    deinit {
        cpostgres_finish(raw)
        warningCount.deallocate()
    }

    /// The number of warnings that the server has sent.
    var warnings: Int { warningCount.pointee }

    /// The first line of libpq's message about the last failure.
    var message: String {
        let lines = String(cString: cpostgres_error(raw)).split(separator: "\n")
        return lines.first.map(String.init) ?? ""
    }

    /// Whether libpq considers the connection lost.
    var isBad: Bool { cpostgres_status(raw) != CPOSTGRES_CONNECTION_OK }

    /// Returns a parameter that the server reports, such as `server_encoding`.
    func parameter(_ name: String) -> String? { cpostgres_parameter(raw, name).map { String(cString: $0) } }

    enum Outcome {
        case ready, failed, late
    }

    /// Waits until the connection is established or has failed, or until the deadline has passed.
    func connect(until deadline: Deadline) -> Outcome {
        guard !isFailed else { return .failed }
        var next = CPOSTGRES_POLLING_WRITING
        while true {
            let events = next == CPOSTGRES_POLLING_READING ? POLLIN : POLLOUT
            guard deadline.wait(for: cpostgres_socket(raw), events) else { return .late }
            next = Int(cpostgres_poll(raw))
            switch next {
            case CPOSTGRES_POLLING_OK: return .ready
            case CPOSTGRES_POLLING_READING, CPOSTGRES_POLLING_WRITING: continue
            default: return .failed
            }
        }
    }

    private var isFailed: Bool { cpostgres_status(raw) == CPOSTGRES_CONNECTION_BAD }

    /// Sends the queued statements, and waits until the next result can be read without blocking. Stops
    /// waiting if the connection fails or the deadline passes.
    func wait(until deadline: Deadline) -> Outcome {
        while true {
            let unsent = cpostgres_flush(raw)
            guard unsent >= 0 else { return .failed }
            if cpostgres_is_busy(raw) == 0 { return .ready }
            let events = POLLIN | (unsent > 0 ? POLLOUT : 0)
            guard deadline.wait(for: cpostgres_socket(raw), events) else { return .late }
            guard cpostgres_consume(raw) != 0 else { return .failed }
        }
    }
}

/// A libpq result, which is freed when this object is deallocated.
final class PostgresResult {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { cpostgres_clear(raw) }

    /// The status of the result: one of libpq's constants, such as `CPOSTGRES_COMMAND_OK`.
    var status: Int { Int(cpostgres_result_status(raw)) }

    /// Whether the statement was executed without an error.
    var isSuccess: Bool {
        [CPOSTGRES_EMPTY_QUERY, CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK].contains(status)
    }

    /// The command tag of the executed statement, such as `COMMIT`.
    var command: String { String(cString: cpostgres_command(raw)) }

    /// Returns one field of the error in this result, or nil if the error does not have the field. Source:
    /// PostgreSQL manual, 34.3.1, `PQresultErrorField`.
    func field(_ field: Unicode.Scalar) -> String? {
        cpostgres_field(raw, Int32(field.value)).map { String(cString: $0) }
    }

    /// Whether the error is so severe that the server has closed the connection.
    var isFatal: Bool { ["FATAL", "PANIC"].contains(field("V")) }
}
