import Processor
import ProcessorClient
import Synchronization
import Testing

/// The client's requests, and its interpretation of given responses.
@Suite struct ProcessorClientTests {
    /// A transport that records the requests, and returns given bodies in order.
    private final class Script: ProcessorTransport {
        private let state: Mutex<(forms: [String], bodies: [String])>

        init(_ bodies: [String]) { state = Mutex((forms: [], bodies: Array(bodies.reversed()))) }

        /// The parameters of the requests.
        var forms: [String] { state.withLock { $0.forms } }

        func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse {
            state.withLock { state in
                state.forms.append(request.form)
                return WireResponse(status: 200, body: Array((state.bodies.popLast() ?? "{}").utf8))
            }
        }
    }

    private static func client(_ script: Script) -> ProcessorClient {
        ProcessorClient(transport: script, retryPolicy: .none)
    }

    private static func event(_ id: String, _ type: String, _ object: String) -> String {
        #"{"id": "\#(id)", "created": 1, "type": "\#(type)", "pending_webhooks": 0, "data": {"object": \#(object)}}"#
    }

    private static func page(_ events: [String], hasMore: Bool = false) -> String {
        #"{"data": [\#(events.joined(separator: ", "))], "has_more": \#(hasMore)}"#
    }

    /// An invoice with a billing reason.
    private static func invoice(_ reason: String) -> String {
        """
        {"id": "in_1", "object": "invoice", "created": 1, "status": "paid", "billing_reason": "\(reason)",
        "amount_due": 1, "amount_paid": 1, "currency": "usd", "period_start": 1, "period_end": 1,
        "attempt_count": 1, "status_transitions": {"paid_at": 1}}
        """
    }

    private static let customer = #"{"id": "cus_1", "object": "customer", "created": 1}"#

    @Test("an event with an unknown value is omitted from its page")
    func unknownValue() async throws {
        let script = Script([
            Self.page([
                Self.event("evt_3", "invoice.paid", Self.invoice("subscription_cycle")),
                Self.event("evt_2", "invoice.paid", Self.invoice("a_new_reason")),
                Self.event("evt_1", "customer.created", Self.customer),
            ])
        ])
        let page = try await Self.client(script).events(ListQuery())
        #expect(page.data.map(\.id) == ["evt_3", "evt_1"])
    }
}
