import Contracts
import PaymentCore
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Lists of contracts over the API.
@Suite struct APIContractListTests {
    @Test("a status filter returns exactly the contracts with that status")  // C0-02, C0-45
    func statuses() async throws {
        try await APIBench.with { bench in
            var ids: [ContractStatus: String] = [:]
            ids[.draft] = try await bench.contract(.upfront, ["send": "false"]).id
            for status in [ContractStatus.pendingSignature, .active, .completed, .disputed, .cancelled] {
                let id = try await bench.contract().id
                ids[status] = id
                if [.active, .completed, .disputed].contains(status) { _ = try await bench.pay(id) }
                if status == .completed { _ = try await bench.change(id, "complete") }
                if status == .disputed { _ = try await bench.change(id, "dispute", #""reason":"r""#) }
                if status == .cancelled { _ = try await bench.change(id, "cancel", #""reason":"r""#) }
            }
            for status in ContractStatus.allCases {
                let listed = try await bench.call("GET", "/api/contracts?status=\(status.rawValue)")
                #expect(listed.ids == [ids[status]], "\(status)")
                #expect(listed["data"]?.elements.first?["status"]?.string == status.rawValue)
            }
            #expect(Set(try await bench.call("GET", "/api/contracts").ids) == Set(ids.values))
        }
    }

    @Test("lists the key's own contracts, by status and page by page")  // C0-45
    func list() async throws {
        try await APIBench.with { bench in
            var made: [String] = []
            for structure in PaymentStructure.Kind.allCases {
                made.insert(try await bench.contract(structure).id, at: 0)
            }
            let draft = try await bench.contract(.upfront, ["send": "false"]).id
            let theirs = try await bench.contract(by: "hope").id
            // Ids of the same second are ordered by their random part.
            let all = ([draft] + made).sorted(by: >)
            #expect(try await bench.call("GET", "/api/contracts").ids == all)
            #expect(try await bench.call("GET", "/api/contracts?status=draft").ids == [draft])
            #expect(try await bench.call("GET", "/api/contracts?status=completed").ids == [])
            #expect(try await bench.call("GET", "/api/contracts?status=signed").status == 400)
            #expect(try await bench.call("GET", "/api/contracts?org=Hope", by: "both").ids == [theirs])
            #expect(try await bench.call("GET", "/api/contracts", by: "both").param == "org")
            let first = try await bench.call("GET", "/api/contracts?limit=3")
            #expect(first.ids == Array(all[..<3]) && first["has_more"] == true)
            let rest = try await bench.call("GET", "/api/contracts?limit=3&starting_after=\(all[2])")
            #expect(rest.ids == [all[3]] && rest["has_more"] == false)
        }
    }
}
