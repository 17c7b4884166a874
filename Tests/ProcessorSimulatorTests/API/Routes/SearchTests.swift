import Processor
import SimulationKit
import Testing

@testable import ProcessorSimulator

/// Stripe's search language.
@Suite struct SearchTests {
    private let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    /// Creates customers, and moves the clock past the delay of searches.
    private func customers() async {
        for form in [
            "name=Ada Lovelace&email=ada@example.org&metadata[fund]=12&metadata[it's]=x",
            "name=Grace&email=grace@example.org",
            "name=Edsger&metadata[fund]=13", "name=Nobody \"N\" O'Neil",
        ] {
            _ = await bench.api("POST", "/v1/customers", form)
            bench.clock.advance(seconds: 10)
        }
        bench.clock.advance(seconds: 60)
    }

    private func search(_ resource: String, _ query: String, _ more: String = "") async -> APIShown {
        let text = FormField("query", query).encoded
        return await bench.api("GET", "/v1/\(resource)/search", text + more)
    }

    private func names(_ query: String) async -> String {
        let shown = await search("customers", query)
        guard shown.status == 200 else { return shown["error.message"] }
        return (0..<(Int(shown["data"]) ?? 0)).map { shown["data.\($0).name"] }.joined(separator: ", ")
    }

    @Test(
        "a query finds the objects that match it, newest first",
        arguments: [
            ("email:'ada@example.org'", "Ada Lovelace"), ("email:\"ADA@example.org\"", "Ada Lovelace"),
            ("email~'example'", "Grace, Ada Lovelace"), ("name~\"Love\"", "Ada Lovelace"),
            ("email:null", "Nobody \"N\" O'Neil, Edsger"), ("-email:null", "Grace, Ada Lovelace"),
            ("metadata['fund']:'12'", "Ada Lovelace"), ("metadata[\"fund\"]:\"13\"", "Edsger"),
            ("-metadata['fund']:null", "Edsger, Ada Lovelace"), ("metadata['it\\'s']:'x'", "Ada Lovelace"),
            ("name:'Grace' OR name:'Edsger'", "Edsger, Grace"),
            ("name:'Grace' or name:'Edsger'", "Edsger, Grace"),
            ("name:'Grace' AND email~'grace'", "Grace"), ("name:'Grace' email~'grace'", "Grace"),
            ("email~'example' AND -name:'Grace'", "Ada Lovelace"), ("name:'Grace' AND name:'Edsger'", ""),
            ("name:'Nobody \"N\" O\\'Neil'", "Nobody \"N\" O'Neil"), ("created>0 AND name:'Grace'", "Grace"),
            ("created<1769850010", "Ada Lovelace"), ("created<='1769850010'", "Grace, Ada Lovelace"),
            ("created>1769850010", "Nobody \"N\" O'Neil, Edsger"),
            ("created>=1769850030", "Nobody \"N\" O'Neil"),
            ("created:1769850000", "Ada Lovelace"), ("-created:1769850000 name~'race'", "Grace"),
        ])
    func finds(query: String, found: String) async {
        await customers()
        #expect(await names(query) == found)
    }

    @Test(
        "a malformed query is refused",
        arguments: [
            "name", "name:", "name:Grace", "name:'Grace", "name:'Grace'email:'x'", "metadata:'x'",
            "metadata[fund]:'12'", "name:'a' AND", "AND name:'a'", ":'a'", "((", "name:'a' XOR email:'b'",
            "-", "name='a'",
        ])
    func malformed(query: String) async {
        let shown = await search("customers", query)
        #expect(shown.status == 400, "\(query)")
        #expect(shown["error.message"].hasPrefix("We were unable to parse your search query."), "\(query)")
    }

    @Test(
        "fields, operators and values that do not suit each other are refused",
        arguments: [
            ("customers", "status:'x'", "unsupported search field for resource `customers`"),
            ("payment_intents", "email:'x'", "unsupported search field for resource `payment_intents`"),
            ("customers", "email~'ab'", "at least 3 characters"),
            ("customers", "metadata['a']~'abc'", "does not support the operator `~`"),
            ("customers", "name>'abc'", "operators `<` and `>`"),
            ("charges", "amount:'many'", "a whole number"),
            ("charges", "amount~'100'", "does not support the operator `~`"),
            ("charges", "amount>null", "null"),
            ("charges", "status:'a' AND amount:1 OR amount:2", "both AND and OR"),
            ("charges", (1...11).map { "amount:\($0)" }.joined(separator: " OR "), "at most 10 clauses"),
        ])
    func unsuitable(resource: String, query: String, message: String) async {
        let shown = await search(resource, query)
        #expect(shown.status == 400 && shown["error.message"].contains(message), "\(shown["error.message"])")
    }

    @Test("a charge is found by its card, its amount and its state")
    func charges() async throws {
        _ = try await bench.gift(7_000, to: nil)
        _ = try await bench.gift(500, to: nil, with: "pm_card_mastercard")
        bench.clock.advance(seconds: 61)
        for (query, amount) in [
            ("payment_method_details.card.last4:'4242'", "7000"),
            ("payment_method_details.card.brand:'mastercard'", "500"),
            ("amount>500", "7000"), ("amount<=500 AND status:'succeeded'", "500"),
            ("refunded:'false' AND amount:7000", "7000"), ("disputed:false currency:'USD' amount<501", "500"),
        ] {
            let found = await search("charges", query)
            #expect(
                found["data"] == "1" && found["data.0.amount"] == amount,
                "\(query): \(found["error.message"])")
        }
    }

    @Test("every searchable field of every resource is accepted")
    func fields() async {
        for (resource, query) in [
            (
                "invoices",
                "last_finalization_error_code:'x' last_finalization_error_type:'x' number:'x' receipt_number:null"
            ),
            (
                "invoices",
                "subscription:'sub_1' total>1 customer:'cus_1' status:'open' currency:'usd' created>1"
            ),
            ("payment_intents", "amount:1 created>1 currency:'usd' customer:'cus_1' status:'canceled'"),
            ("prices", "active:'true' currency:'usd' lookup_key:'x' product:'prod_1' type:'recurring'"),
            ("products", "active:'true' description~'abc' name:'x' shippable:'true' url:'x'"),
            ("subscriptions", "status:'active' created>1 canceled_at:null"),
            (
                "charges",
                "billing_details.address.postal_code:'x' payment_method_details.us_bank_account.last4:'1'"
            ),
        ] {
            let found = await search(resource, query)
            #expect(found.status == 200 && found["data"] == "0", "\(query): \(found["error.message"])")
        }
    }

    @Test("results have pages and, if it is expanded, a total")
    func pages() async {
        await customers()
        let first = await search("customers", "created>0", "&limit=3&expand[0]=total_count")
        #expect(first["data"] == "3" && first["total_count"] == "4")
        let page = "&page=\(first["next_page"])"
        let last = await search("customers", "created>0", page + "&limit=3&expand[0]=total_count")
        #expect(last["data"] == "1" && last["data.0.name"] == "Ada Lovelace" && last["total_count"] == "4")
        let plain = await search("customers", "created>0", page)
        #expect(plain["data"] == "1" && plain["total_count"] == "" && plain["next_page"] == "")
    }

    @Test("an invalid page is refused, with or without a total", arguments: ["", "&expand[0]=total_count"])
    func invalidPage(more: String) async {
        let refused = await search("customers", "created>0", "&page=cus_none" + more)
        #expect(refused.status == 400 && refused["error.param"] == "page")
    }

    @Test("a search does not find an object of the last minute, but a list does")
    func lag() async {
        _ = await bench.api("POST", "/v1/customers", "email=new@example.org")
        #expect(await search("customers", "email:'new@example.org'")["data"] == "0")
        #expect(await bench.api("GET", "/v1/customers", "email=new@example.org")["data"] == "1")
        bench.clock.advance(seconds: 60)
        #expect(await search("customers", "email:'new@example.org'")["data"] == "1")
    }

    @Test("a deleted customer is not found")
    func deleted() async throws {
        let customer = try await bench.donor(with: nil).id
        _ = await bench.api("DELETE", "/v1/customers/\(customer)")
        bench.clock.advance(seconds: 61)
        #expect(await search("customers", "created>0")["data"] == "0")
    }
}
