import Foundation
import ProcessorSimulator
import SimulationKit
import Testing

/// The cards and bank accounts of customers.
@Suite struct CustomerSourceTests {
    @Test("a card is added, changed, listed and removed")
    func card() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let path = "/v1/customers/\(customer)/sources"
        let card = await bench.api("POST", path, "source=tok_amex&metadata[a]=b")
        #expect(card["object"] == "card" && card["brand"] == "American Express" && card["metadata.a"] == "b")
        #expect(await bench.api("GET", "/v1/customers/\(customer)")["default_source"] == card["id"])
        let changed = await bench.api(
            "POST", "\(path)/\(card["id"])", "exp_year=2040&exp_month=3&name=Ann&address_zip=12345")
        #expect(changed["exp_year"] == "2040" && changed["name"] == "Ann")
        #expect(changed["address_zip"] == "12345")
        #expect(changed["metadata.a"] == "b")
        let event = await bench.api("GET", "/v1/events", "type=customer.source.updated")
        #expect(event["data.0.data.object.object"] == "card")
        #expect(event["data.0.data.previous_attributes.exp_month"] == "12")
        let second = await bench.api("POST", "/v1/customers/\(customer)/cards", "source=tok_visa")
        #expect(await bench.api("GET", "\(path)", "object=card")["data.0.id"] == second["id"])
        let removed = await bench.api("DELETE", "\(path)/\(card["id"])")
        #expect(removed["deleted"] == "1" && removed["object"] == "card")
        #expect(await bench.api("GET", "/v1/customers/\(customer)")["default_source"] == second["id"])
        #expect(await bench.api("GET", "\(path)/\(card["id"])").status == 404)
        #expect(await bench.api("GET", path)["data"] == "1")
    }

    @Test("a card's details and a token of a card make a card")
    func details() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let form = "[number]=4242424242424242&C[exp_month]=12&C[exp_year]=2034&C[cvc]=123"
        let token = await bench.api(
            "POST", "/v1/tokens", "card" + form.replacingOccurrences(of: "C", with: "card"))
        let first = await bench.api(
            "POST", "/v1/customers/\(customer)/sources", "source=\(token["id"])")
        #expect(first["exp_year"] == "2034")
        let second = await bench.api(
            "POST", "/v1/customers/\(customer)/sources",
            "source[object]=card&source" + form.replacingOccurrences(of: "C", with: "source"))
        #expect(second["last4"] == "4242" && second["id"] != first["id"])
    }

    @Test("a declining card is refused, and a new customer with it is not created")
    func declined() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let refused = await bench.api(
            "POST", "/v1/customers/\(customer)/sources", "source=tok_visa_chargeDeclined")
        #expect(refused.status == 402)
        #expect(await bench.api("POST", "/v1/customers", "source=tok_visa_chargeDeclined").status == 402)
        #expect(await bench.api("GET", "/v1/customers")["data"] == "1")
    }

    @Test("a bank account is verified with 32 and 45, and then charged")
    func bank() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let token = await bench.api(
            "POST", "/v1/tokens",
            "bank_account[country]=US&bank_account[currency]=usd&bank_account[account_number]=000123456789"
                + "&bank_account[routing_number]=110000000&bank_account[account_holder_name]=Ann")
        let path = "/v1/customers/\(customer)/sources"
        let bank = await bench.api("POST", path, "source=\(token["id"])")
        #expect(bank["object"] == "bank_account" && bank["status"] == "new" && bank["customer"] == customer)
        let charge = "amount=1000&currency=usd&customer=\(customer)&source=\(bank["id"])"
        #expect(await bench.api("POST", "/v1/charges", charge).status == 400)
        let verify = "\(path)/\(bank["id"])/verify"
        let wrong = await bench.api("POST", verify, "amounts[]=1&amounts[]=2")
        #expect(wrong["error.code"] == "bank_account_verification_failed")
        #expect(await bench.api("POST", verify, "amounts[]=32&amounts[]=45")["status"] == "verified")
        let begun = await bench.api("POST", "/v1/charges", charge)
        #expect(begun["status"] == "pending" && begun["source.object"] == "bank_account")
        bench.clock.advance(seconds: 2 * 86_400)
        #expect(await bench.api("GET", "/v1/charges/\(begun["id"])")["status"] == "succeeded")
        let listed = await bench.api("GET", "/v1/customers/\(customer)/bank_accounts")
        #expect(listed["data"] == "1" && listed["data.0.id"] == bank["id"])
    }

    @Test("a customer expands its sources")
    func expands() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers", "source=tok_visa&expand[]=sources")
        #expect(customer["sources.data"] == "1" && customer["sources.data.0.object"] == "card")
    }

    @Test("another customer's card is not found")
    func foreign() async throws {
        let bench = try ProcessorBench()
        let first = await bench.api("POST", "/v1/customers", "source=tok_visa")
        let second = await bench.api("POST", "/v1/customers")["id"]
        let path = "/v1/customers/\(second)/sources/\(first["default_source"])"
        #expect(await bench.api("GET", path).status == 404)
        #expect(await bench.api("DELETE", path).status == 404)
    }
}
