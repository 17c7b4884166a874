import Testing

@testable import TapServer

/// The exact text of a stream.
@Suite struct LiveTextTests {
    @Test(
        "every line of an event's text is a line of data, whatever breaks it",
        arguments: [
            ("a", "data: a\n"), ("", "data: \n"), ("a\nb", "data: a\ndata: b\n"),
            ("a\r\nb", "data: a\ndata: b\n"),
            ("a\rb", "data: a\ndata: b\n"), ("a\n\nb", "data: a\ndata: \ndata: b\n"),
            ("a\n", "data: a\ndata: \n"),
            ("\r\n\r", "data: \ndata: \ndata: \n"), ("id: 7\nevent: x", "data: id: 7\ndata: event: x\n"),
            ("a\u{2028}b\u{85}c", "data: a\u{2028}b\u{85}c\n"), ("כן: : \u{0}", "data: כן: : \u{0}\n"),
        ])
    func lines(text: String, data: String) {
        let event = ServerSentEvent(id: LiveCursor(log: 0x5F, number: 17), name: "row", data: text)
        #expect(event.text == "id: 5f-17\nevent: row\n\(data)\n")
    }

    @Test("a heartbeat is a comment, and the retry interval is in milliseconds")
    func others() {
        #expect(ServerSentEvent.heartbeat == ":\n\n")
        #expect(ServerSentEvent.retry(after: .seconds(2)) == "retry: 2000\n\n")
    }

    @Test(
        "a place is read as it was written",
        arguments: [
            LiveCursor(log: 0, number: 0), LiveCursor(log: .max, number: .max),
            LiveCursor(log: 1, number: 200),
        ])
    func place(cursor: LiveCursor) { #expect(LiveCursor(cursor.text) == cursor) }

    @Test(
        "a malformed cursor is refused",
        arguments: [
            "", "-", "5f", "5f-", "-1", "5f--1", "5f-1-1", "5g-1", "5f-x", "5f-1\n", "10000000000000000-0",
            "0-9223372036854775808", " 5f-1", String(repeating: "0", count: 36) + "-1",
        ])
    func noPlace(text: String) { #expect(LiveCursor(text) == nil) }
}
