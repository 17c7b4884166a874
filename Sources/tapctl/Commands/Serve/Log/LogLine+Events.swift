import TapServer

extension LogLine {
    /// A request that was answered.
    init(_ request: ServedRequest) {
        self.init(
            level: .info, event: "request",
            fields: [
                JSONValue.Member(key: "method", value: .string(request.method)),
                JSONValue.Member(key: "route", value: .string(request.route)),
                JSONValue.Member(key: "status", value: .int(request.status)),
                JSONValue.Member(key: "duration_ms", value: .int(request.duration.milliseconds)),
                JSONValue.Member(key: "octets", value: request.octets.map(JSONValue.int) ?? .null),
                JSONValue.Member(key: "request_id", value: .string(request.id)),
            ])
    }

    /// What nobody expected.
    init(_ error: CommandError) {
        self.init(
            level: .error, event: "failed",
            fields: [
                JSONValue.Member(key: "code", value: .string(error.code)),
                JSONValue.Member(key: "message", value: .string(error.summary)),
                JSONValue.Member(key: "reason", value: .string(error.reason)),
                JSONValue.Member(key: "remedy", value: .string(error.remedy)),
            ])
    }

    /// Requests are taken.
    static func started(at address: String) -> LogLine {
        LogLine(
            level: .info, event: "started",
            fields: [JSONValue.Member(key: "address", value: .string(address))])
    }

    /// No request is left.
    static let ended = LogLine(level: .info, event: "ended")
}

extension Duration {
    /// Whole milliseconds, rounded down.
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
