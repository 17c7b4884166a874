package import Documents
package import TapServer

extension LogLine {
    /// Creates the log line for a completed request.
    package init(_ request: ServedRequest) {
        self.init(
            level: .info, event: "request",
            fields: [
                JSONValue.Member(key: "method", value: .string(request.method)),
                JSONValue.Member(key: "route", value: .string(request.route)),
                JSONValue.Member(key: "status", value: .int(request.status)),
                JSONValue.Member(key: "duration_ms", value: .int(request.duration.milliseconds)),
                JSONValue.Member(key: "octets", value: request.bytes.map(JSONValue.int) ?? .null),
                JSONValue.Member(key: "request_id", value: .string(request.id)),
            ])
    }

    /// Creates the log line about refused requests. Returns nil if the request was not refused.
    ///
    /// - Parameters:
    ///   - request: The latest refused request.
    ///   - count: The number of refused requests of this kind since the previous line about them.
    init?(refusal request: ServedRequest, count: Int) {
        guard let code = RefusalCounts.code(of: request) else { return nil }
        self.init(
            level: .error, event: "refused",
            fields: [
                JSONValue.Member(key: "code", value: .string(code)),
                JSONValue.Member(key: "method", value: .string(request.method)),
                JSONValue.Member(key: "route", value: .string(request.route)),
                JSONValue.Member(key: "status", value: .int(request.status)),
                JSONValue.Member(key: "count", value: .int(count)),
                JSONValue.Member(key: "request_id", value: .string(request.id)),
            ])
    }

    /// Creates the log line for an unexpected error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - request: The id of the request that failed, or nil.
    package init(_ error: CommandError, request: String? = nil) {
        self.init(
            level: .error, event: "failed",
            fields: [
                JSONValue.Member(key: "code", value: .string(error.code)),
                JSONValue.Member(key: "message", value: .string(error.summary)),
                JSONValue.Member(key: "reason", value: .string(error.reason)),
                JSONValue.Member(key: "remedy", value: .string(error.remedy)),
                JSONValue.Member(key: "request_id", value: JSONValue(request)),
            ])
    }

    /// Creates the log line for an attempt to deliver an e-mail to the mail server. The line identifies the
    /// e-mail by its file name, not by its recipient.
    package init(_ event: DeliveryEvent) {
        var fields = [
            JSONValue.Member(key: "letter", value: .string(event.letter)),
            JSONValue.Member(key: "tries", value: .int(event.tries)),
        ]
        if let failure = event.failure {
            fields += [
                JSONValue.Member(key: "code", value: .string(failure.code.rawValue)),
                JSONValue.Member(key: "reply", value: failure.reply.map(JSONValue.int) ?? .null),
                JSONValue.Member(key: "reason", value: .string(failure.reason)),
                JSONValue.Member(key: "again_in_s", value: event.pauseSeconds.map { .int(Int($0)) } ?? .null),
            ]
        }
        let name =
            event.failure == nil ? "mail_sent" : event.pauseSeconds == nil ? "mail_given_up" : "mail_waits"
        self.init(level: event.failure == nil ? .info : .error, event: name, fields: fields)
    }

    /// Creates the log line for an e-mail that was not sent because its recipient has reached the daily
    /// limit. The line does not contain the recipient.
    package init(_ email: WithheldEmail) {
        self.init(
            level: .error, event: "mail_withheld",
            fields: [
                JSONValue.Member(key: "kind", value: .string(email.isLink ? "link" : "other")),
                JSONValue.Member(
                    key: "reason", value: .string("a recipient has reached the daily e-mail limit")),
            ])
    }

    /// Returns the log line for the start of the server.
    package static func started(at address: String) -> LogLine {
        LogLine(
            level: .info, event: "started",
            fields: [JSONValue.Member(key: "address", value: .string(address))])
    }

    /// The log line for the shutdown of the server, written after the last request.
    package static let ended = LogLine(level: .info, event: "ended")
}

extension Duration {
    /// The duration in whole milliseconds, rounded down.
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
