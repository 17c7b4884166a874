import Processor
import Testing

@testable import ProcessorSimulator

@Suite struct EventListTests {
    /// Makes a processor with four customers with a card each, which makes eight events.
    private func bench() async throws -> ProcessorBench {
        let bench = try ProcessorBench()
        for _ in 1...4 { _ = try await bench.donor() }
        return bench
    }

    @Test("a list of types returns only their events, page by page")
    func types() async throws {
        let bench = try await bench()
        var query = ListQuery(limit: 3)
        let types = ["customer.created", "customer.updated"]
        let first = try await bench.processor.events(ofTypes: types, query)
        query.startingAfter = first.data.last?.id
        let second = try await bench.processor.events(ofTypes: types, query)
        #expect(first.hasMore && !second.hasMore)
        #expect((first.data + second.data).map(\.type) == Array(repeating: "customer.created", count: 4))
        #expect(Set((first.data + second.data).map(\.id)).count == 4)
        #expect(try await bench.processor.events(ofTypes: [], ListQuery()).data.count == 8)
    }

    @Test(
        "accepts types in one parameter or several",
        arguments: [
            ("type=customer.created", 4), ("types[]=customer.created", 4),
            ("types[0]=customer.created&types[1]=payment_method.attached", 8), ("types[]=charge.failed", 0),
        ])
    func parameters(query: String, count: Int) async throws {
        let answer = try await bench().api("GET", "/v1/events", query)
        #expect(answer["data"] == "\(count)")
    }

    @Test(
        "a type that ends in .* selects the types with its prefix, and * selects all types",
        arguments: [
            ("type=customer.*", 4), ("type=payment_method.*", 4), ("type=*", 8), ("type=charge.*", 0),
            ("type=custom.*", 0), ("type=customer*", 0), ("type=*.created", 0), ("type=CUSTOMER.*", 0),
            ("types[]=customer.*&types[]=payment_method.attached", 8), ("types[]=customer.*", 4),
        ])
    func patterns(query: String, count: Int) async throws {
        let answer = try await bench().api("GET", "/v1/events", query)
        #expect(answer["data"] == "\(count)", "\(query)")
    }

    @Test("a pattern selects events page by page, and only those of the requested account")
    func patternPages() async throws {
        let bench = try await bench()
        let first = await bench.api("GET", "/v1/events", "type=customer.*&limit=3")
        #expect(first["data"] == "3" && first["data.2.type"] == "customer.created")
        let last = first["data.2.id"]
        let second = await bench.api("GET", "/v1/events", "type=customer.*&starting_after=\(last)")
        #expect(second["data"] == "1" && second["data.0.type"] == "customer.created")
        let church = try await bench.church()
        let own = await bench.exchange(
            "GET", "/v1/events", [FormField("type", "customer.*")], account: church)
        #expect(own.status == 200 && (own.json["data"] as? [Any])?.isEmpty == true)
    }

    @Test("refuses 21 types, and `type` together with `types`")
    func refused() async throws {
        let bench = try await bench()
        let many = (1...21).map { "types[]=customer.t\($0)" }.joined(separator: "&")
        #expect(await bench.api("GET", "/v1/events", many)["error.param"] == "types")
        let both = await bench.api("GET", "/v1/events", "type=charge.failed&types[]=charge.failed")
        #expect(both["error.param"] == "types")
    }
}
