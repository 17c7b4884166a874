import Processor
import ProcessorSimulator
import Testing

/// The numbers of quotes.
@Suite struct QuoteNumberTests {
    @Test("a customer's quotes have different numbers, in the order in which they are finalized")
    func numbers() async throws {
        let bench = try ProcessorBench()
        let (donor, price) = (try await bench.donor(), try await bench.price())
        var drafts: [String] = []
        for _ in 0..<102 {
            drafts.append(
                await bench.api(
                    "POST", "/v1/quotes", "customer=\(donor.id)&line_items[0][price]=\(price)")["id"])
        }
        var numbers: [String] = []
        for draft in drafts {
            numbers.append(await bench.api("POST", "/v1/quotes/\(draft)/finalize")["number"])
        }
        #expect(Set(numbers).count == drafts.count)
        #expect(numbers.first?.hasSuffix("-0001-1") == true && numbers.last?.hasSuffix("-0102-1") == true)
        // Another customer's quotes are counted separately.
        let other = try await bench.donor()
        let draft = await bench.api(
            "POST", "/v1/quotes", "customer=\(other.id)&line_items[0][price]=\(price)")["id"]
        let number = await bench.api("POST", "/v1/quotes/\(draft)/finalize")["number"]
        #expect(number.hasSuffix("-0001-1"))
    }
}
