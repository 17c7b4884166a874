package import Documents
package import TapServer

extension LogLine {
    /// Creates the log line for a completed request.
    package init(_ request: ServedRequest) {
        self.init(
            .info, "request",
            [
                "method": request.method,
                "route": request.route,
                "status": request.status,
                "duration_ms": request.duration.milliseconds,
                "octets": request.bytes,
                "request_id": request.id,
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
            .error, "refused",
            [
                "code": code,
                "method": request.method,
                "route": request.route,
                "status": request.status,
                "count": count,
                "request_id": request.id,
            ])
    }

    /// Creates the log line for an unexpected error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - request: The id of the request that failed, or nil.
    package init(_ error: CommandError, request: String? = nil) {
        self.init(
            .error, "failed",
            [
                "code": error.code,
                "message": error.summary,
                "reason": error.reason,
                "remedy": error.remedy,
                "request_id": request,
            ])
    }

    /// Creates the log line for an attempt to deliver an e-mail to the mail server. The line identifies the
    /// e-mail by its file name, not by its recipient.
    package init(_ event: DeliveryEvent) {
        guard let failure = event.failure else {
            self.init(.info, "mail_sent", ["letter": event.letter, "tries": event.tries])
            return
        }
        self.init(
            .error, event.pauseSeconds == nil ? "mail_given_up" : "mail_waits",
            [
                "letter": event.letter, "tries": event.tries, "code": failure.code.rawValue,
                "reply": failure.reply, "reason": failure.reason, "again_in_s": event.pauseSeconds,
            ])
    }

    /// Creates the log line for an e-mail that was not sent because its recipient has reached the daily
    /// limit. The line does not contain the recipient.
    package init(_ email: WithheldEmail) {
        self.init(
            .error, "mail_withheld",
            [
                "kind": email.isLink ? "link" : "other",
                "reason": "a recipient has reached the daily e-mail limit",
            ])
    }

    /// Returns the log line for the start of the server.
    package static func started(at address: String) -> LogLine {
        LogLine(
            .info, "started",
            ["address": address])
    }

    /// The log line for the shutdown of the server, written after the last request.
    package static let ended = LogLine(.info, "ended")
}

extension Duration {
    /// The duration in whole milliseconds, rounded down.
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
