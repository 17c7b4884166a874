import Giving
import PaymentCore
import TagRegistry
import TapServer
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

/// Gifts over the API: idempotency, refusals and lists.
@Suite struct APIGiftTests {
    @Test("returns the same document as the command line")
    func sameDocument() async throws {
        try await APIBench.with { bench in
            let answer = try await bench.give(#""cover_fees":true"#)
            let gift = try #require(try await bench.data.read { try $0.gift(answer.id) })
            #expect(answer.tree == (try JSONTree(Array(gift.document.text.utf8))))
            #expect(answer["status"] == "succeeded" && answer["amount_minor"] == .number("5000"))
        }
    }

    @Test("a gift and a statement have the name given to the key's organization")
    func namesOfOrganizations() async throws {
        try await APIBench.with { bench in
            for (key, organization, name) in [
                ("owner", "Grace", "Pat Example"), ("hope", "Hope", "Robin Roe"),
            ] {
                let gift = try await bench.data.giving.give(
                    GiftRequest(
                        organization: organization, fund: organization == "Grace" ? "12" : "7",
                        amount: .text("20"), method: "pm_card_visa", name: name, email: "pat@example.org"))
                let shown = try await bench.call("GET", "/api/gifts/\(gift.id)", by: key)
                #expect(shown["donor_name"] == .string(name))
                let year = String(gift.created.iso8601.prefix(4))
                let statement = try await bench.call(
                    "GET", "/api/organizations/\(organization)/statements/\(gift.donor ?? "")/\(year)",
                    by: key)
                #expect(statement.status == 200 && statement["donor_name"] == .string(name))
            }
        }
    }

    /// Returns the body of a gift for a giving URL.
    private func gift(at url: String, _ more: String = "") -> String {
        """
        {"url":"\(url)","amount_minor":2000,"currency":"usd","method":"pm_card_visa","name":"A Donor",\
        "email":"donor@example.org"\(more)}
        """
    }

    @Test("a gift for a giving URL goes to its fund, and records one tap for repeated requests")
    func byURL() async throws {
        try await APIBench.with { bench in
            let body = gift(at: "https://appclip.tap.giving/Grace?f=12&r=1")
            let made = try await bench.call("POST", "/api/gifts", body, once: "tapped")
            #expect(made.status == 200 && made["fund"] == "12" && made["recurring"] != .null)
            let again = try await bench.call("POST", "/api/gifts", body, once: "tapped")
            #expect(again.id == made.id)
            let taps = try await bench.call("GET", "/api/taps")
            #expect(taps.ids.count == 1)
            let gift = try #require(try await bench.data.read { try $0.gift(made.id) })
            #expect(gift.tap == taps.ids.first)
        }
    }

    @Test("a giving URL with a tag records the tag once for repeated requests")
    func seenTag() async throws {
        try await APIBench.with { bench in
            let url = "https://appclip.tap.giving/Grace?f=12&r=0&t=ap273hbe3z&m=04E141124C2880x000007"
            let made = try await bench.call("POST", "/api/gifts", gift(at: url), once: "tapped")
            _ = try await bench.call("POST", "/api/gifts", gift(at: url), once: "tapped")
            let seen = try await bench.data.read {
                try $0.seenTaps(uid: nil, tagID: "ap273hbe3z", limit: 10)
            }
            let tap = try #require(made["tap"]?.string)
            #expect(seen.map(\.id) == [tap])
            #expect(seen.first?.uid == "04E141124C2880" && seen.first?.counter == 7)
        }
    }

    @Test(
        "refuses a URL that is unknown to the key or combined with org or fund, and records no tap",
        arguments: [
            ("https://appclip.tap.giving/Hope?f=7", "", 404), ("https://example.org/Grace?f=12", "", 400),
            ("https://appclip.tap.giving/Grace?f=99", "", 404),
            ("https://appclip.tap.giving/Grace?f=12", #","org":"Grace""#, 400),
            ("https://appclip.tap.giving/Grace?f=12", #","fund":"12""#, 400),
        ])
    func wrongURL(url: String, more: String, status: Int) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call("POST", "/api/gifts", gift(at: url, more))
            #expect(answer.status == status)
            #expect(try await bench.call("GET", "/api/taps").ids.isEmpty)
        }
    }

    @Test("the same key makes one gift: a repeated body returns it, and another body is refused")
    func oncePerKey() async throws {
        try await APIBench.with { bench in
            let first = try await bench.give(once: "sunday-1")
            let second = try await bench.give(once: "sunday-1")
            #expect(first.status == 200 && second.tree == first.tree)
            let other = try await bench.give(#""recurring":true"#, once: "sunday-1")
            #expect(other.status == 409 && other.kind == "idempotency_error")
            let refund = try await bench.call("POST", "/api/gifts/\(first.id)/refunds", once: "sunday-1")
            #expect(refund.status == 409)
            let fund = #"{"id":"15","name":"New"}"#
            #expect(
                try await bench.call("POST", "/api/organizations/Grace/funds", fund, once: "sunday-1").status
                    == 409)
            // Each API key has its own idempotency keys.
            let others = try await bench.give(by: "treasurer", once: "sunday-1")
            #expect(others.status == 200 && others.id != first.id)
            #expect(try await bench.call("GET", "/api/gifts").ids.count == 2)
        }
    }

    @Test("twenty simultaneous requests with one key make one gift")
    func atOnce() async throws {
        try await APIBench.with { bench in
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<20 { group.addTask { try await bench.give(once: "at once") } }
                return try await group.reduce(into: [Answer]()) { $0.append($1) }
            }
            let done = answers.filter { $0.status == 200 }
            #expect(!done.isEmpty && Set(done.map(\.id)).count == 1)
            for answer in answers where answer.status != 200 {
                #expect(answer.status == 409 && answer.code == "idempotencyKeyInUse")
            }
            #expect(try await bench.call("GET", "/api/gifts").ids.count == 1)
        }
    }

    @Test("a key in use is refused, and free afterwards")
    func inFlight() {
        let calls = CallsInFlight()
        #expect(calls.begin("a") && !calls.begin("a") && calls.begin("b"))
        calls.end("a")
        #expect(calls.begin("a"))
    }

    @Test("refunds, funds and changes of monthly gifts happen once per key")
    func changesOnce() async throws {
        try await APIBench.with { bench in
            let gift = try await bench.give()
            for _ in 0..<2 {
                let answer = try await bench.call(
                    "POST", "/api/gifts/\(gift.id)/refunds", #"{"amount_minor":1000}"#, once: "r")
                #expect(answer["refunded_minor"] == .number("1000"))
                let fund = try await bench.call(
                    "POST", "/api/organizations/Grace/funds", #"{"id":"14","name":"Roof"}"#, once: "f")
                #expect(fund.status == 200 && fund.id == "14")
            }
            let again = try await bench.call(
                "POST", "/api/organizations/Grace/funds", #"{"id":"14","name":"Roof"}"#, once: "g")
            #expect(again.status == 422 && again.code == "taken" && again.param == "id")
            let changed = try await bench.call(
                "POST", "/api/organizations/Grace/funds", #"{"id":"14","name":"Floor"}"#, once: "f")
            #expect(changed.status == 409)
            let monthly = try #require(try await bench.give(#""recurring":true"#)["recurring"]?.string)
            for _ in 0..<2 {
                let answer = try await bench.call(
                    "POST", "/api/recurring/\(monthly)", #"{"amount_minor":9900}"#, once: "m")
                #expect(answer["amount_minor"] == .number("9900"))
            }
            let other = try await bench.call(
                "POST", "/api/recurring/\(monthly)", #"{"amount_minor":100}"#, once: "m")
            #expect(other.status == 409)
        }
    }

    @Test("a declined card is a card error that contains the failed gift")
    func declined() async throws {
        try await APIBench.with { bench in
            let body = APIBench.gift(method: "pm_card_visa_chargeDeclined")
            let first = try await bench.call("POST", "/api/gifts", body, once: "d")
            #expect(first.status == 402 && first.kind == "card_error")
            #expect(first["error"]?["gift"]?["status"] == "failed")
            let again = try await bench.call("POST", "/api/gifts", body, once: "d")
            #expect(again.status == 402 && again.tree == first.tree)
            #expect(try await bench.call("GET", "/api/gifts?status=failed").ids.count == 1)
        }
    }

    @Test("a declined gift is retried once per key, until it is paid")
    func retry() async throws {
        try await APIBench.with { bench in
            let declining = "pm_card_visa_chargeDeclined"
            let first = try await bench.call("POST", "/api/gifts", APIBench.gift(method: declining))
            let id = try #require(first["error"]?["gift"]?["id"]?.string)
            let payment = try #require(first["error"]?["gift"]?["payment"]?.string)
            func retry(_ method: String, _ key: String, by role: String = "owner") async throws -> Answer {
                try await bench.call(
                    "POST", "/api/gifts/\(id)/retry", #"{"method":"\#(method)"}"#, by: role, once: key)
            }
            for _ in 0..<2 {
                let again = try await retry(declining, "a")
                #expect(again.status == 402 && again.kind == "card_error")
                #expect(again["error"]?["gift"]?["id"]?.string == id)
                #expect(try await bench.data.read { try $0.payment(payment) }?.attempts == 2)
            }
            #expect(try await retry("pm_card_visa", "a").status == 409)
            for role in ["read-only", "tags"] {
                #expect(try await retry("pm_card_visa", "b", by: role).status == 403)
            }
            for _ in 1...2 {
                let unknown = try await retry("pm_1nope", "f")
                #expect(unknown.status == 422 && unknown.code == "processorRefused")
            }
            #expect(try await retry("xx", "g").code == "invalidMethod")
            let number = try await retry("4242424242424242", "c")
            #expect(number.code == "cardNumber" && number.message?.contains("4242424242424242") == false)
            for _ in 0..<2 {
                let paid = try await retry("pm_card_bypassPending", "d")
                #expect(paid.id == id && paid["status"] == "succeeded")
            }
            let more = try await retry("pm_card_bypassPending", "e")
            #expect(more.status == 422 && more.code == "wrongState")
            #expect(try await bench.data.read { try $0.payment(payment) }?.attempts == 4)
        }
    }

    @Test(
        "names the wrong field of a gift",
        arguments: [
            ("", "missingField", "method"),
            (#"{"method":"pm_card_visa","name":"A","email":"a@example.org"}"#, "missingField", "org"),
            ("[]", "malformedBody", nil), (#"{"org":"#, "malformedBody", nil),
            (APIBench.gift(#""recuring":true"#), "unknownField", "recuring"),
            (APIBench.gift(#""name":"B""#), "doubledField", "name"),
            (APIBench.gift(#""recurring":"yes""#), "wrongType", "recurring"),
            (APIBench.gift(#""cover_fees":1"#), "wrongType", "cover_fees"),
            (#"{"org":"Grace","amount_minor":50.5}"#, "wrongType", "amount_minor"),
            (#"{"org":"Grace","amount_minor":"5000"}"#, "wrongType", "amount_minor"),
            (#"{"org":"Grace","amount_minor":0}"#, "outOfRange", "amount_minor"),
            (#"{"org":"Grace","amount_minor":99999999999999999999}"#, "wrongType", "amount_minor"),
            (#"{"org":""}"#, "outOfRange", "org"),
            (APIBench.gift(org: "Nobody"), "unknownOrganization", "org"),
            (APIBench.gift(#""fund":"99""#), "unknownFund", "fund"),
            (APIBench.gift(#""phone":"call me""#), "invalidPhone", "phone"),
            (APIBench.gift(method: "4242424242424242"), "cardNumber", nil),
            (
                #"{"org":"Grace","amount_minor":5000,"method":"pm_card_visa","name":"A","email":"a@example.org"}"#,
                "missingField", "currency"
            ),
            (
                #"{"org":"Grace","amount_minor":5000,"currency":"eur","method":"pm_card_visa","name":"A","email":"a@example.org"}"#,
                "wrongCurrency", "currency"
            ),
            (
                #"{"org":"Grace","amount_minor":5000,"currency":"usd","method":"pm_card_visa","name":"A","email":"none"}"#,
                "invalidEmail", "email"
            ),
        ] as [(String, String, String?)])
    func refusals(body: String, code: String, param: String?) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.call("POST", "/api/gifts", body)
            #expect(answer.code == code && answer.param == param, "\(answer.tree.text)")
            #expect((400...422).contains(answer.status) && answer.kind == "invalid_request_error")
            #expect(answer.message?.contains("4242424242424242") == false)
            #expect(try await bench.call("GET", "/api/gifts").ids == [])
        }
    }

    @Test("refuses bodies that are nested too deeply, too long or not one JSON object")
    func bodies() async throws {
        try await APIBench.with { bench in
            let deep = String(repeating: "[", count: 100_000)
            for body in [
                deep, "null", "\u{FEFF}{}", "{}{}", "{'org':1}",
                #"{"org":"\#(String(repeating: "a", count: 2_000))"}"#,
            ] {
                let answer = try await bench.call("POST", "/api/gifts", body)
                #expect(answer.status == 400, "\(body.prefix(20))")
            }
            let bytes = await bench.api.reply(
                to: APICall(
                    "POST", "/api/gifts", body: [0x7B, 0xFF, 0x7D],
                    authorization: "Bearer \(bench.keys["owner"] ?? "")", idempotencyKey: "octets"))
            #expect(bytes.status == 400 && bytes.content.contains("UTF-8"))
        }
    }

    @Test(
        "a POST without a valid Idempotency-Key has no effect",
        arguments: ["", "é", "\u{7}", String(repeating: "k", count: 256)])
    func idempotencyKey(key: String) async throws {
        try await APIBench.with { bench in
            let answer = try await bench.give(once: key)
            #expect(answer.status == 400 && answer.code == "missingIdempotencyKey")
            let none = await bench.api.reply(
                to: APICall(
                    "POST", "/api/gifts", body: Array(APIBench.gift().utf8),
                    authorization: "Bearer \(bench.keys["owner"] ?? "")"))
            #expect(none.status == 400)
            #expect(try await bench.call("GET", "/api/gifts").ids == [])
        }
    }

    @Test("a list continues after its last item, and ends")
    func pages() async throws {
        try await APIBench.with { bench in
            var made: [String] = []
            for _ in 0..<7 { made.append(try await bench.give().id) }
            var (found, behind, sizes) = ([String](), "", [Int]())
            while true {
                let page = try await bench.call("GET", "/api/gifts?limit=3\(behind)")
                found += page.ids
                sizes.append(page.ids.count)
                guard page["has_more"] == true, let last = page.ids.last else { break }
                behind = "&starting_after=\(last)"
            }
            #expect(sizes == [3, 3, 1] && found == made.sorted(by: >))
            for limit in ["0", "101", "-1", "x", "", "1e1"] {
                let answer = try await bench.call("GET", "/api/gifts?limit=\(limit)")
                #expect(answer.status == 400 && answer.param == "limit", "\(limit)")
            }
            let funds = try await bench.call("GET", "/api/organizations/Grace/funds?limit=1")
            #expect(funds.ids == ["12"] && funds["has_more"] == true)
            let rest = try await bench.call("GET", "/api/organizations/Grace/funds?starting_after=12")
            #expect(rest.ids == ["13"] && rest["has_more"] == false)
            let organizations = try await bench.call("GET", "/api/organizations?limit=1", by: "both")
            #expect(organizations.ids == ["Grace"] && organizations["has_more"] == true)
            let second = try await bench.call("GET", "/api/organizations?starting_after=grace", by: "both")
            #expect(second.ids == ["Hope"] && second["has_more"] == false)
        }
    }

    @Test(
        "refuses an unknown cursor, also another organization's id",
        arguments: [
            "gifts", "recurring", "taps", "contracts", "organizations/Grace/statements/2026",
            "gifts/{gift}/refunds",
        ])
    func unknownCursor(list: String) async throws {
        try await APIBench.with { bench in
            let own = try await bench.give().id
            let body = APIBench.gift(org: "Hope").replacing("donor@", with: "other@")
            let other = try await bench.call("POST", "/api/gifts", body, by: "hope")
            let path = list.replacing("{gift}", with: own)
            for cursor in ["gift_none", other.id, try #require(other["donor"]?.string)] {
                let answer = try await bench.call("GET", "/api/\(path)?starting_after=\(cursor)")
                #expect(
                    answer.status == 400 && answer.code == "unknownCursor"
                        && answer.param == "starting_after",
                    "\(cursor)")
            }
        }
    }

    @Test(
        "a donor's address is accepted in a header, and refused in a URL",
        arguments: ["/api/gifts", "/api/recurring"])
    func donorEmail(list: String) async throws {
        try await APIBench.with { bench in
            let gift = try await bench.give(#""recurring":true"#)
            let id = try #require(list == "/api/gifts" ? gift.id : gift["recurring"]?.string)
            for (email, ids) in [
                ("DONOR@example.org", [id]), ("other@example.org", []),
                ("donor@example.org, other@example.org", []),
            ] {
                #expect(try await bench.call("GET", list, donorEmail: email).ids == ids, "\(email)")
            }
            let refused = try await bench.call("GET", "\(list)?email=donor%40example.org")
            #expect(refused.status == 400 && refused.code == "unknownField")
            let header = try await bench.call("GET", "\(list)?Donor-Email=donor%40example.org")
            #expect(header.status == 400 && header.code == "unknownField")
        }
    }

    @Test("filters a list by its query, and refuses a misspelled parameter")
    func filters() async throws {
        try await APIBench.with { bench in
            _ = try await bench.give(#""fund":"12""#)
            let other = try await bench.give(#""fund":"13""#).id
            #expect(try await bench.call("GET", "/api/gifts?fund=13").ids == [other])
            #expect(try await bench.call("GET", "/api/gifts?until=2020-01-01").ids == [])
            #expect(try await bench.call("GET", "/api/gifts?since=2020-01-01").ids.count == 2)
            for (query, code) in [
                ("fnud=13", "unknownField"), ("since=yesterday", "wrongType"), ("status=paid", "wrongType"),
                ("fund=12&fund=13", "doubledField"), ("fund=%zz", "malformedQuery"),
            ] {
                let answer = try await bench.call("GET", "/api/gifts?\(query)")
                #expect(answer.status == 400 && answer.code == code, "\(query)")
            }
        }
    }
}
