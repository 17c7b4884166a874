import MoneyKit
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

    @Test("a new payment intent is sent with all its parameters")
    func intentParameters() async throws {
        let script = Script([])
        let request = PaymentIntent.Create(
            amount: 1_000, currency: .usd, paymentMethod: "pm_1", customer: "cus_1", confirm: true,
            offSession: true, captureMethod: .manual, destination: "acct_1", onBehalfOf: "acct_2",
            applicationFeeAmount: 7, transferGroup: "group", statementDescriptor: "GRACE",
            description: "Gift", receiptEmail: "a@example.org", metadata: ["fund": "12"],
            transferAmount: 900, setupFutureUsage: "off_session", statementDescriptorSuffix: "12")
        // The response `{}` cannot be read.
        await #expect(throws: ProcessorError.self) {
            try await Self.client(script).create(request, key: IdempotencyKey("intent"))
        }
        let sent = Set(script.forms.joined().split(separator: "&").map(String.init))
        #expect(
            sent == [
                "amount=1000", "currency=usd", "payment_method=pm_1", "customer=cus_1", "confirm=true",
                "off_session=true", "capture_method=manual", "transfer_data%5Bdestination%5D=acct_1",
                "transfer_data%5Bamount%5D=900", "on_behalf_of=acct_2", "application_fee_amount=7",
                "transfer_group=group", "statement_descriptor=GRACE", "statement_descriptor_suffix=12",
                "description=Gift", "receipt_email=a%40example.org", "metadata%5Bfund%5D=12",
                "setup_future_usage=off_session", "payment_method_types%5B0%5D=card",
                "payment_method_types%5B1%5D=us_bank_account",
            ])
    }

    @Test("after a page of omitted events, fetches the next page in either direction")
    func omittedPage() async throws {
        let omitted = ["evt_3", "evt_2"].map { Self.event($0, "coupon.created", #"{"object": "coupon"}"#) }
        for (query, cursor) in [
            (ListQuery(limit: 2), "starting_after=evt_2"),
            (ListQuery(limit: 2, startingAfter: "evt_4"), "starting_after=evt_2"),
            (ListQuery(limit: 2, endingBefore: "evt_1"), "ending_before=evt_3"),
        ] {
            let script = Script([
                Self.page(omitted, hasMore: true),
                Self.page([Self.event("evt_5", "customer.created", Self.customer)]),
            ])
            let page = try await Self.client(script).events(query)
            #expect(page.data.map(\.id) == ["evt_5"] && !page.hasMore)
            #expect(script.forms.count == 2 && script.forms.last == "limit=2&\(cursor)")
        }
    }
}
