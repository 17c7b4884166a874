import TagRegistry
import Testing
import TextKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Batches planned over the API, by the rules of `batch new`.
@Suite struct APIBatchPlanTests {
    private static func plan(_ more: String, name: String = "New") -> String {
        #"{"name":"\#(name)","org":"grace",\#(more)}"#
    }

    @Test("plans counted or named seats for the organization and its fund")
    func plans() async throws {
        try await APIBench.with { bench in
            let counted = try await bench.call(
                "POST", "/api/batches",
                Self.plan(
                    #""count":4,"place":"rows A-B","fund":"13","recurring":true,"protection":"permanent","#
                        + #""campus":"North""#))
            #expect(counted["campuses"]?.elements == ["North"])
            #expect(counted["open"] == .number("4") && counted["kept"] == true)
            #expect(counted["protection"] == "permanent")
            let tags = try await bench.call("GET", "/api/batches/New/tags")
            #expect(tags["data"]?.elements.map { $0["seat"] } == ["A1", "A2", "B1", "B2"])
            #expect(tags["data"]?.elements.allSatisfy { $0["org"] == "Grace" && $0["fund"] == "13" } == true)
            #expect(tags["data"]?.elements.first?["url"] == "https://appclip.tap.giving/Grace?f=13&r=1")
            let named = try await bench.call(
                "POST", "/api/batches", Self.plan(#""seats":["Door","Desk"],"managed":true"#, name: "Lobby"))
            #expect(named["rows"] == .number("2") && named["managed"] == true)
            let managed = try await bench.call("GET", "/api/managed?batch=Lobby")
            #expect(
                Set(managed["data"]?.elements.compactMap { $0["seat"]?.string } ?? []) == ["Door", "Desk"])
        }
    }

    @Test(
        "a wrong field of a batch plan is named, and nothing is stored",
        arguments: [
            (#""fund":"12""#, "missingField", "seats"), (#""seats":["A"],"count":1"#, "usage", "count"),
            (#""seats":["A"],"place":"Lobby""#, "usage", "place"),
            (#""seats":["A",1]"#, "wrongType", "seats"),
            (#""seats":[""]"#, "outOfRange", "seats"), (#""count":0"#, "outOfRange", "count"),
            (#""count":3,"place":"rows A-B""#, "uncountableSeats", nil),
            (#""seats":["A","A"]"#, "doubledSeat", nil), (#""count":1,"fund":"99""#, "unknownFund", nil),
            (#""count":1,"mirror":true"#, "usage", "mirror"),
            (#""count":1,"mirror":true,"managed":true,"protection":"permanent""#, "usage", "mirror"),
            (#""count":1,"managed":true,"count_seats":true"#, "usage", "count_seats"),
            (#""count":1,"chips":["NTAG999"]"#, "unknownChip", "chips"),
        ])
    func refused(more: String, code: String, param: String?) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call("POST", "/api/batches", Self.plan(more))
            #expect(answer.status == 400 && answer.code == code && answer.param == param)
            #expect(try await bench.call("GET", "/api/batches")["data"]?.elements == [])
        }
    }

    @Test("the same key plans once, a taken name is refused, and a dry run stores nothing")
    func once() async throws {
        try await APIBench.with { bench in
            let dry = try await bench.call("POST", "/api/batches", Self.plan(#""count":2,"dry_run":true"#))
            #expect(dry["kept"] == false && dry["rows"] == .number("2"))
            #expect(try await bench.call("GET", "/api/batches/New").status == 404)
            let body = Self.plan(#""count":2"#)
            for _ in 0..<2 {
                let answer = try await bench.call("POST", "/api/batches", body, once: "a")
                #expect(answer["kept"] == true && answer["rows"] == .number("2"))
                #expect(answer["campuses"]?.elements == [])
            }
            let other = try await bench.call("POST", "/api/batches", Self.plan(#""count":3"#), once: "a")
            #expect(other.status == 409)
            let taken = try await bench.call("POST", "/api/batches", body)
            #expect(taken.status == 422 && taken.code == "batchExists")
        }
    }

    @Test("two organizations each have a batch of the same name, and neither learns of the other's")
    func names() async throws {
        try await APIBench.with { bench in
            try await bench.fillBatch()
            func plan(_ name: String, _ org: String, _ key: String) async throws -> Answer {
                let body = #"{"name":"\#(name)","org":"\#(org)","count":2,"managed":true}"#
                return try await bench.call("POST", "/api/batches", body, by: key)
            }
            // `Other` is a batch of the server's operator, with a seat of Hope and none of Grace.
            for (name, org, key) in [
                ("Other", "Grace", "owner"), ("Hall", "Hope", "hope"), ("Hall", "Grace", "owner"),
            ] {
                let made = try await plan(name, org, key)
                #expect(made.status == 200 && made["name"]?.string == name, "\(name) of \(org)")
                let shown = try await bench.call("GET", "/api/batches/\(name)", by: key)
                #expect(shown["name"]?.string == name && shown["rows"] == .number("2"))
                let tags = try await bench.call("GET", "/api/managed?batch=\(name)", by: key)
                #expect(tags["data"]?.elements.map { $0["batch"]?.string } == [name, name])
            }
            // A name is taken by the organization's own batches, and by the operator's with its seats, in any case.
            for name in ["Hall", "hall", "Main"] {
                let taken = try await plan(name, "Grace", "owner")
                #expect(taken.status == 422 && taken.code == "batchExists", "\(name)")
                #expect(taken.message?.contains("/") == false)
            }
            let list = try await bench.call("GET", "/api/batches", by: "tags")
            #expect(list["data"]?.elements.map { $0["name"] } == ["Hall", "Main", "Other"])
            let second = try await bench.call("GET", "/api/batches?limit=1&starting_after=Hall", by: "tags")
            #expect(second["data"]?.elements.map { $0["name"] } == ["Main"] && second["has_more"] == true)
            #expect(
                try await bench.call("GET", "/api/batches/Hall/tags", by: "hope")["data"]?.elements.count == 2
            )
            let stored = try await bench.data.read { try $0.allBatches().map(\.name) }
            #expect(stored == ["Grace/Hall", "Grace/Other", "Hope/Hall", "Main", "Other"])
        }
    }

    @Test("only an owner's key can plan a batch", arguments: ["treasurer", "tags", "read-only"])
    func roles(role: String) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call("POST", "/api/batches", Self.plan(#""count":2"#), by: role)
            #expect(answer.status == 403 && answer.code == "roleNotPermitted")
        }
    }
}
