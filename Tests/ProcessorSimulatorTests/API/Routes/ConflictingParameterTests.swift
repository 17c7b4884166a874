import Processor
import ProcessorSimulator
import Testing

/// Parameters that a request cannot contain together.
@Suite struct ConflictingParameterTests {
    private let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    @Test(
        "a list is refused if it contains both cursors",
        arguments: ["/v1/customers", "/v1/events", "/v1/balance_transactions", "/v1/subscriptions"])
    func cursors(path: String) async {
        let refused = await bench.api("GET", path, "starting_after=a_1&ending_before=a_2")
        #expect(refused.status == 400)
        #expect(
            refused["error.message"]
                == "Received both starting_after and ending_before parameters. Please pass in only one.")
    }

    @Test("a subscription cannot end both at the end of its period and at a time")
    func cancellation() async throws {
        let (donor, price) = (try await bench.donor(), try await bench.price())
        let form = "customer=\(donor.id)&items[0][price]=\(price)"
        let both = "cancel_at_period_end=true&cancel_at=1774000000"
        let message = "Received both cancel_at and cancel_at_period_end parameters. Please pass in only one."
        let refused = await bench.api("POST", "/v1/subscriptions", "\(form)&\(both)")
        #expect(refused.status == 400 && refused["error.message"] == message)
        #expect(await bench.api("GET", "/v1/subscriptions")["data"] == "0")

        let begun = await bench.api("POST", "/v1/subscriptions", form)
        let path = "/v1/subscriptions/\(begun["id"])"
        #expect(await bench.api("POST", path, both)["error.message"] == message)
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview",
            "subscription=\(begun["id"])&subscription_details[cancel_at_period_end]=true"
                + "&subscription_details[cancel_at]=1774000000")
        #expect(preview["error.param"] == "subscription_details[cancel_at_period_end]")
        let dated = await bench.api("POST", path, "cancel_at_period_end=false&cancel_at=1774000000")
        #expect(dated["cancel_at"] == "1774000000")
        #expect(await bench.api("POST", path, "cancel_at_period_end=true&cancel_at=").status == 200)
    }
}
