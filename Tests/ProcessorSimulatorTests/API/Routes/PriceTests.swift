import Processor
import ProcessorSimulator
import Testing

/// The billing periods of recurring prices.
@Suite struct PriceTests {
    @Test(
        "a billing period is at most three years",
        arguments: [("day", 1095), ("week", 156), ("month", 36), ("year", 3)])
    func periods(interval: String, most: Int) async throws {
        let bench = try ProcessorBench()
        let product = await bench.api("POST", "/v1/products", "name=Candles")["id"]
        let form = "currency=usd&unit_amount=1000&recurring[interval]=\(interval)"
        func price(_ count: Int) async -> APIShown {
            await bench.api(
                "POST", "/v1/prices", "product=\(product)&\(form)&recurring[interval_count]=\(count)")
        }
        #expect(await price(most)["recurring.interval_count"] == "\(most)")
        for count in [0, most + 1] {
            let refused = await price(count)
            #expect(refused.status == 400 && refused["error.param"] == "recurring[interval_count]")
        }
    }

    @Test("the price data of a subscription item has the same limit")
    func priceData() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let product = await bench.api("POST", "/v1/products", "name=Candles")["id"]
        let refused = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor.id)&items[0][price_data][currency]=usd&items[0][price_data][unit_amount]=1000"
                + "&items[0][price_data][product]=\(product)"
                + "&items[0][price_data][recurring][interval]=year"
                + "&items[0][price_data][recurring][interval_count]=4")
        #expect(refused.status == 400)
        #expect(refused["error.param"] == "items[0][price_data][recurring][interval_count]")
    }
}
