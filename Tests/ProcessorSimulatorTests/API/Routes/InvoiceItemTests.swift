import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

/// Invoice items with a given amount, or with an amount calculated from a price.
@Suite struct InvoiceItemTests {
    @Test("an item with both an amount and a price is refused")
    func amountBesidePrice() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let price = await bench.api(
            "POST", "/v1/prices", "currency=usd&unit_amount=500&product_data[name]=Hall")["id"]
        let refused = await bench.api(
            "POST", "/v1/invoiceitems", "customer=\(customer)&pricing[price]=\(price)&amount=100")
        #expect(refused.status == 400 && refused["error.param"] == "amount")
        #expect(
            refused["error.message"] == "You may only specify one of these parameters: amount, pricing.")
    }

    @Test("an amount beyond the maximum of a charge is refused, whether positive or negative")
    func amountOutOfRange() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        func item(_ amount: Int) async -> APIShown {
            await bench.api(
                "POST", "/v1/invoiceitems", "customer=\(customer)&currency=usd&amount=\(amount)")
        }
        for amount in [99_999_999, -99_999_999] { #expect(await item(amount).status == 200) }
        for amount in [100_000_000, -100_000_000] {
            let refused = await item(amount)
            #expect(refused.status == 400 && refused["error.param"] == "amount")
            #expect(
                refused["error.message"]
                    == "Invalid integer: amount must be between -99999999 and 99999999.")
        }
    }
}
