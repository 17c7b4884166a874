import Testing
import TextKit

@testable import tapctl

/// The donor's bank asks, and a program answers over the API.
@Suite struct APIChallengeTests {
    private func asked(_ bench: APIBench) async throws -> Answer {
        let gift = try await bench.call(
            "POST", "/api/gifts", APIBench.gift(method: "pm_card_authenticationRequired"))
        #expect(gift.status == 200 && gift["status"] == "requires_action")
        return gift
    }

    @Test("a gift that waits for the donor's bank is paid once the donor has passed")
    func passed() async throws {
        try await APIBench.with { bench in
            let target = "/api/gifts/\(try await asked(bench).id)/challenge"
            for _ in 0..<2 {
                let paid = try await bench.call("POST", target, #"{"outcome":"passed"}"#, once: "a")
                #expect(paid.status == 200 && paid["status"] == "succeeded")
            }
            let other = try await bench.call("POST", target, #"{"outcome":"failed"}"#, once: "a")
            #expect(other.status == 409)
        }
    }

    @Test("a donor who fails is an error of the card, each time it is asked for")
    func failed() async throws {
        try await APIBench.with { bench in
            let target = "/api/gifts/\(try await asked(bench).id)/challenge"
            for _ in 0..<2 {
                let answer = try await bench.call("POST", target, #"{"outcome":"failed"}"#, once: "a")
                #expect(answer.status == 402 && answer.kind == "card_error")
                #expect(answer["error"]?["gift"]?["status"] == "failed")
            }
        }
    }

    @Test("a gift that waits for nothing is answered as it stands")
    func notAsked() async throws {
        try await APIBench.with { bench in
            let gift = try await bench.give()
            let target = "/api/gifts/\(gift.id)/challenge"
            let answer = try await bench.call("POST", target, #"{"outcome":"failed"}"#)
            #expect(answer["status"] == "succeeded")
            let unknown = try await bench.call("POST", target, #"{"outcome":"maybe"}"#)
            #expect(unknown.status == 400 && unknown.param == "outcome")
            let reader = try await bench.call("POST", target, #"{"outcome":"passed"}"#, by: "read-only")
            #expect(reader.status == 403)
        }
    }
}
