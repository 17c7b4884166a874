import Contracts
import PaymentCore
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Counts by product and state.
@Suite struct APIStatsTests {
    /// Returns a response's count of a product's payments in a state.
    private func count(_ product: String, _ state: String, in answer: Answer) -> JSONTree? {
        answer["payments"]?.elements.first {
            $0["product"]?.string == product && $0["state"]?.string == state
        }?[
            "count"]
    }

    @Test("counts gifts, contracts and payments of each product by state")  // C0-59
    func counts() async throws {
        try await APIBench.with { bench in
            _ = try await bench.give()
            _ = try await bench.call(
                "POST", "/api/gifts", APIBench.gift(method: "pm_card_visa_chargeDeclined"))
            let contract = try await bench.contract(.milestones).id
            _ = try await bench.contract(.milestones)
            _ = try await bench.pay(contract)
            _ = try await bench.job()
            _ = try await bench.checkout()
            let answer = try await bench.call("GET", "/api/stats")
            #expect(answer.status == 200 && answer["org"] == "Grace")
            #expect(
                answer["gifts"]?["succeeded"] == .number("1") && answer["gifts"]?["failed"] == .number("1"))
            #expect(answer["contracts"]?["active"] == .number("1"))
            #expect(answer["contracts"]?["pending_signature"] == .number("1"))
            #expect(answer["contracts"]?["draft"] == .number("0"))
            #expect(count("gift", "succeeded", in: answer) == .number("1"))
            #expect(count("gift", "requires_payment_method", in: answer) == .number("1"))
            #expect(count("contract", "succeeded", in: answer) == .number("1"))
            #expect(count("job", "succeeded", in: answer) == .number("1"))
            #expect(count("plan", "succeeded", in: answer) == nil, "payments for plans are the platform's")
            let all = try await bench.data.read { try $0.paymentCounts(ofPayees: nil) }
            #expect(all.first { $0.kind == "plan" }?.count == 1)
        }
    }

    @Test("an unknown method is refused, one-time or monthly, and does not count as a decline")
    func refused() async throws {
        try await APIBench.with { bench in
            _ = try await bench.give()
            for more in ["", #""recurring":true"#] {
                let answer = try await bench.call(
                    "POST", "/api/gifts", APIBench.gift(more, method: "pm_1vissa"))
                #expect(answer.status == 422)
            }
            let answer = try await bench.call("GET", "/api/stats")
            #expect(answer["gifts"]?["failed"] == .number("2") && answer["refused"] == .number("2"))
            #expect(answer["tried"] == .number("1") && answer["declined"] == .number("0"))
            #expect(answer["decline_rate_high"] == false)
        }
    }

    // B3-49
    @Test("marks a decline rate above 5%, and not one of exactly 5%")
    func highDeclineRate() async throws {
        try await APIBench.with { bench in
            func decline() async throws {
                let body = APIBench.gift(method: "pm_card_visa_chargeDeclined")
                #expect(try await bench.call("POST", "/api/gifts", body).status == 402)
            }
            for _ in 0..<19 { try await bench.give() }
            try await decline()
            let five = try await bench.call("GET", "/api/stats")
            #expect(five["tried"] == .number("20") && five["declined"] == .number("1"))
            #expect(five["decline_basis_points"] == .number("500") && five["decline_rate_high"] == false)
            try await decline()
            let above = try await bench.call("GET", "/api/stats")
            #expect(above["decline_basis_points"] == .number("952") && above["decline_rate_high"] == true)
        }
    }

    @Test("excludes other organizations, and refuses a key for tags")
    func others() async throws {
        try await APIBench.with { bench in
            _ = try await bench.give()
            _ = try await bench.job()
            let other = try await bench.call("GET", "/api/stats", by: "hope")
            #expect(other["gifts"]?["succeeded"] == .number("0") && other["payments"]?.elements == [])
            #expect(try await bench.call("GET", "/api/stats?org=Grace", by: "hope").status == 404)
            #expect(try await bench.call("GET", "/api/stats", by: "tags").status == 403)
        }
    }
}
