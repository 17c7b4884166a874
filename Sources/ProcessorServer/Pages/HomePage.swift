import Foundation
import HTMLKit
import Processor
import ProcessorSimulator
import TextKit

/// The page at `/`. It describes the server, and shows developers the latest API requests, their responses
/// and the latest events.
struct HomePage {
    let processor: SimulatedProcessor
    let recent: RecentRequests

    /// The maximum number of events that the page shows.
    private static let mostEvents = 100

    /// Returns the home page.
    ///
    /// - Parameter authority: The host and port in the browser's request.
    func answer(at authority: String) async -> ProcessorPageResponse {
        let address = "http://\(authority)"
        let requests = recent.all.map(Self.item)
        let events = await events()
        return ProcessorPageLayout.page(
            "Simulated payment processor",
            """
            <p>This server simulates version \(ProcessorServer.apiVersion) of Stripe's API. It has its own \
            accounts, cards and balances.</p>
            <table>
            <tr><th>Base address for an SDK</th><td><code>\(address)</code></td></tr>
            <tr><th>Secret key</th><td>any key that begins with <code>sk_test_</code></td></tr>
            <tr><th>Publishable key</th><td>any key that begins with <code>pk_test_</code></td></tr>
            <tr><th>Test</th><td><code>curl -u sk_test_x: \(address)/v1/balance</code></td></tr>
            <tr><th>Documentation</th><td><code>docs/processor.md</code>, <code>tapctl help processor</code></td></tr>
            </table>
            <p><a href="/">Reload</a></p>
            <h2>Latest requests</h2>
            \(requests.isEmpty ? ["<p>No requests yet.</p>"] : requests)
            <h2>Latest events</h2>
            \(events.isEmpty ? ["<p>No events yet.</p>"] : events)
            """)
    }

    /// Returns the platform's latest events, newest first.
    private func events() async -> [HTML] {
        let answer = await processor.exchange(
            APIRequest(
                method: "GET", path: "/v1/events", query: Array("limit=\(Self.mostEvents)".utf8),
                apiKey: "sk_test_home"))
        guard let list = try? JSONTree(answer.body, atMost: .max) else { return [] }
        return list["data"].elements.map(Self.event)
    }

    private static func event(_ event: JSONTree) -> HTML {
        let created = event["created"].integer.map { Date(timeIntervalSince1970: Double($0)) }
        let bytes = event.bytes
        let isCut = bytes.count > RecentRequests.longest
        let json = Redaction.json(Array(bytes.prefix(RecentRequests.longest)), isCut: isCut)
        return """
            <details>
            <summary>\(event["type"].string ?? "") <b>\(event["id"].string ?? "")</b>, \(created?.formatted(.iso8601) ?? "")</summary>
            <pre>\(json)</pre>
            </details>
            """
    }

    private static func section(_ title: String, _ text: String) -> HTML {
        text.isEmpty ? .empty : "<h3>\(title)</h3><pre>\(text)</pre>"
    }

    private static func item(_ entry: RecentRequests.Entry) -> HTML {
        let milliseconds = entry.taken / .milliseconds(1)
        let path = Redaction.redacted(RequestLog.masked(entry.path))
        var facts: [HTML] = []
        func add(_ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            facts.append("<tr><th>\(name)</th><td>\(Redaction.redacted(String(value.prefix(300))))</td></tr>")
        }
        add("Request-Id", entry.requestID)
        add("Idempotency-Key", entry.idempotencyKey)
        add("Stripe-Account", entry.account)
        add("Stripe-Version", entry.version)
        let form = Redaction.form(entry.form, isCut: entry.form.count >= RecentRequests.longest)
        let response = Redaction.json(entry.response, isCut: entry.response.count >= RecentRequests.longest)
        return """
            <details>
            <summary>\(String(entry.method.prefix(10))) \(String(path.prefix(200))) \
            <b>\(entry.status.map(String.init) ?? "closed without a response")</b>, \(Int(milliseconds)) ms, \
            \(entry.time.formatted(.iso8601))</summary>
            \(facts.isEmpty ? .empty : "<table>\(facts)</table>" as HTML)
            \(Self.section("Parameters", form))
            \(Self.section("Response", response))
            </details>
            """
    }
}
