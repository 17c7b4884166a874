import Processor
import ProcessorSimulator
import Testing

/// The amount or percentage of coupons.
@Suite struct CouponTests {
    @Test("a coupon needs either an amount or a percentage, and is refused if it has both")
    func amountOrPercentage() async throws {
        let bench = try ProcessorBench()
        let neither = await bench.api("POST", "/v1/coupons", "duration=once")
        #expect(neither.status == 400 && neither["error.code"] == "parameter_missing")
        let both = await bench.api(
            "POST", "/v1/coupons", "duration=once&amount_off=100&currency=usd&percent_off=10")
        #expect(both.status == 400 && both["error.code"] == "")
        #expect(
            both["error.message"]
                == "You may only specify one of these parameters: amount_off, percent_off.")
    }
}
