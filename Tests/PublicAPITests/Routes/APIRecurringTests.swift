import Giving
import InvocationRouter
import TapServer
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Monthly gifts over the API.
@Suite struct APIRecurringTests {
    @Test("a pause until a day ends when that day begins by the organization's clock")
    func pause() async throws {
        try await APIBench.with { bench in
            try await bench.data.write { transaction, now in
                var fields = OrganizationFields()
                fields.timeZone = "Pacific/Auckland"
                _ = try transaction.editOrganization("Grace", fields, at: now.adding(seconds: -1))
            }
            let given = try await bench.give(#""recurring":true"#)
            let target = "/api/recurring/\(try #require(given["recurring"]?.string))"
            let year = bench.data.clock.now().date.year + 1
            for (until, end) in [
                ("\(year)-07-01", "\(year)-06-30T12:00:00Z"),
                ("\(year)-07-01T09:00:00Z", "\(year)-07-01T09:00:00Z"),
            ] {
                let paused = try await bench.call("POST", "\(target)/pause", #"{"until":"\#(until)"}"#)
                #expect(paused["paused_until"]?.string == end, "\(paused.tree.text)")
                #expect(try await bench.call("POST", "\(target)/resume").status == 200)
            }
            let wrong = try await bench.call("POST", "\(target)/pause", #"{"until":"next year"}"#)
            #expect(wrong.status == 400 && wrong.param == "until")
        }
    }
}
