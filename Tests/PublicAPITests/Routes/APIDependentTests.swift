import Dependents
import MoneyKit
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Dependents over the API.
@Suite struct APIDependentTests {
    @Test("the review of a dependent has its details, only for the agency's keys")  // D2-03
    func review() async throws {
        try await APIBench.with { bench in
            try await bench.enrollDependent()
            let answer = try await bench.call("GET", "/api/dependents/dep_1/review")
            #expect(answer.status == 200)
            #expect(answer["id"]?.string == "dep_1" && answer["guardian"]?.string == "grd_1")
            #expect(answer["name"]?.string == "حسام" && answer["initials"]?.string == "ح")
            #expect(answer["relationship"]?.string == "ولدك")
            #expect(answer["service_type"]?.string == "اصدار رخصة")
            #expect(answer["service_title"]?.string == "اصدار رخصة - حسام")
            #expect(answer["fee_minor"]?.text == "20000" && answer["currency"]?.string == "sar")
            #expect(answer["due_date"]?.string == "2999-12-31")
            let days = try await bench.data.products.dependents.review("dep_1").remaining.days
            #expect(days > 0 && answer["days_remaining"]?.text == String(days))
            #expect(answer["payable"] == true && answer["status"]?.string == "listed")
            #expect(answer["refunded_minor"]?.text == "0")
            for (key, id) in [("hope", "dep_1"), ("owner", "dep_2")] {
                let refused = try await bench.call("GET", "/api/dependents/\(id)/review", by: key)
                #expect(refused.status == 404 && refused.code == "not_found")
            }
            #expect(try await bench.call("GET", "/api/dependents/dep_1/review", by: "tags").status == 403)
        }
    }
}

extension APIBench {
    /// Enrolls `dep_1` with `Grace`, in the care of `grd_1`.
    func enrollDependent() async throws {
        let due = try #require(CalendarDate(iso8601: "2999-12-31"))
        let dependent = try Dependent(
            id: "dep_1", name: "حسام", relationship: "ولدك", serviceType: "اصدار رخصة", due: due,
            fee: Money(200_00, .sar))
        let guardian = Guardian(id: "grd_1", name: "G", email: "g@example.org")
        try await data.products.dependents.enroll([dependent], of: guardian, at: "Grace")
    }
}
