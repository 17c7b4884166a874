/// One event of a stream, as it is sent.
///
/// Source: WHATWG HTML, "Server-sent events", §9.2.5 and §9.2.6.
struct ServerSentEvent: Hashable, Sendable {
    /// What a browser sends as `Last-Event-ID` when it comes again.
    var id: LiveCursor
    /// The name by which a script listens for it.
    var name: String
    /// Any text; its line breaks arrive as line feeds.
    var data: String

    /// The lines of the event, and the empty one behind them.
    var text: String {
        // "\r\n" is one character to Swift, and one line break to the standard.
        let lines = data.split(omittingEmptySubsequences: false) { "\r\n" == $0 || "\n" == $0 || "\r" == $0 }
        return "id: \(id.text)\nevent: \(name)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
    }

    /// A line that no script hears of: proxies and clients see that the stream lives.
    static let heartbeat = ":\n\n"

    /// How soon a browser comes again.
    static func retry(after duration: Duration) -> String {
        "retry: \(duration.components.seconds * 1_000)\n\n"
    }
}
