import TagRegistry
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Managed tags over the API. Each belongs to one organization, also if it opens another's page.
@Suite struct APIManagedTests {
    private static let target = "/api/managed/one"

    @Test("a tag gets a new destination and keeps its history")
    func aim() async throws {
        try await APIBench.with { bench in
            try await bench.manage("one", of: "Grace")
            let body = #"{"org":"grace","fund":"13","recurring":true}"#
            let aimed = try await bench.call("POST", "\(Self.target)/aim", body)
            #expect(aimed["org"] == "Grace" && aimed["fund"] == "13")
            #expect(aimed["url"] == "https://appclip.tap.giving/Grace?f=13&r=1")
            #expect(aimed["aims"]?.elements.count == 2)
            let shown = try await bench.call("GET", Self.target)
            #expect(shown["aims"] == aimed["aims"] && shown["url"] == aimed["url"])
            #expect(aimed["changes"]?.elements.isEmpty == true)
        }
    }

    @Test("refuses a URL, or lists each piece that it loses (T-5)")
    func changes() async throws {
        try await APIBench.with { bench in
            try await bench.manage("one", of: "Grace")
            let url = "https://appclip.tap.giving/Grace"
            let refused = try await bench.call("POST", "\(Self.target)/aim", #"{"url":"\#(url)?fund=13"}"#)
            #expect(refused.status == 400)
            let body = #"{"url":"\#(url)?f=13&r=1&utm_source=mail"}"#
            let aimed = try await bench.call("POST", "\(Self.target)/aim", body)
            #expect(aimed["url"] == .string("\(url)?f=13&r=1") && aimed["changes"]?.elements.count == 1)
        }
    }

    @Test("a tag that opens another website stays the organization's, even when it is replaced")
    func owner() async throws {
        try await APIBench.with { bench in
            try await bench.manage("one", of: "Grace")
            let aimed = try await bench.call(
                "POST", "\(Self.target)/aim", #"{"url":"https://church.example/give"}"#)
            #expect(aimed["url"] == "https://church.example/give" && aimed["org"] == .null)
            let other = try await bench.call("POST", "\(Self.target)/replace")
            #expect(other.status == 200 && other["url"] == aimed["url"])
            #expect(Set(try await bench.call("GET", "/api/managed").ids) == ["one", other.id])
            #expect(try await bench.call("GET", "/api/managed", by: "hope").ids == [])
            let back = try await bench.call("POST", "/api/managed/\(other.id)/aim", #"{"org":"Grace"}"#)
            #expect(back["org"] == "Grace")
        }
    }

    @Test(
        "refuses an invalid destination, and keeps the old one",
        arguments: [
            ("", 400, "noDestination"), (#"{"org":"Grace","fund":"99"}"#, 400, "unknownFund"),
            (#"{"org":"Hope"}"#, 404, "unknownOrganization"),
            (#"{"url":"https://appclip.tap.giving/Hope?r=0"}"#, 400, "unknownOrganization"),
            (#"{"url":"http://church.example"}"#, 400, "insecureURL"),
            (#"{"org":"Grace","url":"https://church.example"}"#, 400, "twoDestinations"),
        ])
    func refused(body: String, status: Int, code: String) async throws {
        try await APIBench.with { bench in
            try await bench.manage("one", of: "Grace")
            let before = try await bench.call("GET", Self.target)
            let answer = try await bench.call("POST", "\(Self.target)/aim", body)
            #expect(answer.status == status && answer.code == code)
            #expect(try await bench.call("GET", Self.target).tree == before.tree)
        }
    }

    @Test("a revoked tag has no destination, and cannot get one again")
    func revoke() async throws {
        try await APIBench.with { bench in
            try await bench.manage("one", of: "Grace")
            let gone = try await bench.call("POST", "\(Self.target)/revoke")
            #expect(gone["state"] == "revoked" && gone["url"] == .null)
            for what in ["aim", "replace"] {
                let answer = try await bench.call(
                    "POST", "\(Self.target)/\(what)", what == "aim" ? #"{"org":"Grace"}"# : nil)
                #expect(answer.status == 422 && answer.code == "revoked", "\(what)")
            }
        }
    }

    @Test("the same key replaces a tag once, and returns the same new tag")
    func once() async throws {
        try await APIBench.with { bench in
            try await bench.manage("one", of: "Grace")
            let first = try await bench.call("POST", "\(Self.target)/replace", once: "a")
            let second = try await bench.call("POST", "\(Self.target)/replace", once: "a")
            #expect(first.status == 200 && second.tree == first.tree && first.id != "one")
            #expect(try await bench.call("GET", Self.target)["replaced_by"]?.string == first.id)
            #expect(try await bench.call("GET", "/api/managed").ids.count == 2)
            #expect(try await bench.call("POST", "\(Self.target)/revoke", once: "a").status == 409)
        }
    }

    @Test("only an owner's key changes destinations, and a key for tags reads them")
    func roles() async throws {
        try await APIBench.with { bench in
            try await bench.manage("one", of: "Grace")
            for (role, status) in [("tags", 200), ("read-only", 200), ("treasurer", 403)] {
                #expect(try await bench.call("GET", Self.target, by: role).status == status, "\(role)")
                let answer = try await bench.call(
                    "POST", "\(Self.target)/aim", #"{"org":"Grace","fund":"13"}"#, by: role)
                #expect(answer.code == "roleNotPermitted", "\(role)")
            }
        }
    }

    @Test("lists one organization's tags by id, page by page and by batch")
    func list() async throws {
        try await APIBench.with { bench in
            try await bench.fillBatch()
            for (id, org, row) in [("a", "Grace", 1), ("b", "Hope", 3), ("c", "grace", 2)] {
                try await bench.manage(id, of: org, place: TagPlace(batch: "Main", row: row))
            }
            try await bench.manage("d", of: "Grace")
            let first = try await bench.call("GET", "/api/managed?limit=2")
            #expect(first.ids == ["a", "c"] && first["has_more"] == true)
            #expect(first["data"]?.elements.map { $0["seat"] } == ["A1", "A2"])
            #expect(try await bench.call("GET", "/api/managed?starting_after=c").ids == ["d"])
            #expect(try await bench.call("GET", "/api/managed?batch=Main").ids == ["a", "c"])
            #expect(try await bench.call("GET", "/api/managed?batch=Never").ids == [])
        }
    }
}
