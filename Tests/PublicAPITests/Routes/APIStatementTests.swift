import Giving
import InvocationRouter
import TapServer
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Sums over the API: yearly statements and fund totals.
@Suite struct APIStatementTests {
    @Test("lists the statements of a year's donors, page by page, and of no other donor")
    func statements() async throws {
        try await APIBench.with { bench in
            var donors: [String] = []
            for number in 1...3 {
                let body = APIBench.gift().replacing("donor@", with: "donor\(number)@")
                let gift = try await bench.call("POST", "/api/gifts", body)
                donors.append(try #require(gift["donor"]?.string))
            }
            let failed = APIBench.gift(method: "pm_card_visa_chargeDeclined")
            #expect(try await bench.call("POST", "/api/gifts", failed).status == 402)
            _ = try await bench.call("POST", "/api/gifts", APIBench.gift(org: "Hope"), by: "hope")
            let year = bench.data.clock.now().date.year
            let target = "/api/organizations/Grace/statements/\(year)"
            let first = try await bench.call("GET", "\(target)?limit=2")
            let found = first["data"]?.elements ?? []
            #expect(found.map { $0["donor"]?.string } == Array(donors.sorted(by: >).prefix(2)))
            #expect(found.allSatisfy { $0["sum"]?["given_minor"] == .number("5000") })
            #expect(first["has_more"] == true)
            let cursor = try #require(found.last?["donor"]?.string)
            let rest = try await bench.call("GET", "\(target)?limit=2&starting_after=\(cursor)")
            #expect(rest["data"]?.elements.map { $0["donor"]?.string } == [donors.min()])
            #expect(rest["has_more"] == false)
            let before = try await bench.call("GET", "/api/organizations/Grace/statements/\(year - 1)")
            #expect(before["data"]?.elements == [])
            for none in ["0", "9999", "x", "-1"] {
                let answer = try await bench.call("GET", "/api/organizations/Grace/statements/\(none)")
                #expect(answer.status == 404, "\(none)")
            }
            #expect(try await bench.call("GET", target.replacing("Grace", with: "Hope")).status == 404)
            #expect(try await bench.call("GET", target, by: "tags").status == 403)
        }
    }

    @Test("the list of funds shows gifts less refunds")
    func totals() async throws {
        try await APIBench.with { bench in
            let gift = try await bench.give(#""fund":"13""#)
            _ = try await bench.call("POST", "/api/gifts/\(gift.id)/refunds", #"{"amount_minor":2000}"#)
            let list = try await bench.call("GET", "/api/organizations/Grace/funds")
            let totals = list["data"]?.elements.map { $0["totals"]?.elements ?? [] } ?? []
            #expect(totals.map(\.count) == [0, 1])
            #expect(totals.last?.first?["amount_minor"] == .number("3000"))
            #expect(totals.last?.first?["currency"] == "usd" && totals.last?.first?["gifts"] == .number("1"))
        }
    }

    @Test("finds monthly gifts by the donor's address, and none by another organization's donor")
    func recurringByEmail() async throws {
        try await APIBench.with { bench in
            let monthly = try #require(try await bench.give(#""recurring":true"#)["recurring"]?.string)
            let body = APIBench.gift(#""recurring":true"#, org: "Hope").replacing("donor@", with: "other@")
            let other = try await bench.call("POST", "/api/gifts", body, by: "hope")
            let donor = try #require(other["donor"]?.string)
            for (email, query, ids) in [
                ("DONOR@example.org", "", [monthly]), ("other@example.org", "", []),
                ("nobody@example.org", "", []), ("none", "", []),
                ("donor@example.org", "?donor=\(donor)", []),
            ] {
                let found = try await bench.call("GET", "/api/recurring\(query)", donorEmail: email)
                #expect(found.ids == ids, "\(email) \(query)")
            }
        }
    }
}
